#include "selfplay/statistics/matrix.h"

#include <cmath>
#include <utility>

namespace gauntlet::selfplay {

namespace {

/// Of the first `count` values. Four sums at once, for each alone would wait for the last addition.
double dot(std::span<const double> a, std::span<const double> b, std::size_t count) {
  double sums[4] = {};
  std::size_t i = 0;
  for (; i + 4 <= count; i += 4)
    for (std::size_t lane = 0; lane < 4; ++lane) sums[lane] += a[i + lane] * b[i + lane];
  for (; i < count; ++i) sums[0] += a[i] * b[i];
  return sums[0] + sums[1] + sums[2] + sums[3];
}

}  // namespace

std::optional<Cholesky> Cholesky::of(const Matrix& matrix, double least) {
  Cholesky result(matrix.size());
  Matrix& factor = result.factor_;
  for (std::size_t i = 0; i < matrix.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j)
      factor.at(i, j) = (matrix.at(i, j) - dot(factor.row(i), factor.row(j), j)) / factor.at(j, j);
    const double pivot = matrix.at(i, i) - dot(factor.row(i), factor.row(i), i);
    if (!(pivot > least * matrix.at(i, i))) return std::nullopt;
    factor.at(i, i) = std::sqrt(pivot);
  }
  return result;
}

std::vector<double> Cholesky::solve(std::vector<double> right) const {
  const std::size_t size = factor_.size();
  for (std::size_t i = 0; i < size; ++i)
    right[i] = (right[i] - dot(factor_.row(i), right, i)) / factor_.at(i, i);
  for (std::size_t i = size; i-- > 0;) {
    right[i] /= factor_.at(i, i);
    for (std::size_t j = 0; j < i; ++j) right[j] -= factor_.at(i, j) * right[i];
  }
  return right;
}

Matrix Cholesky::inverse() const {
  const std::size_t size = factor_.size();
  Matrix result(size);
  std::vector<double> unit(size);
  for (std::size_t column = 0; column < size; ++column) {
    unit.assign(size, 0);
    unit[column] = 1;
    unit = solve(std::move(unit));
    for (std::size_t row = 0; row < size; ++row) result.at(column, row) = unit[row];
  }
  return result;
}

Matrix sandwich(const Matrix& a, const Matrix& b) {
  const std::size_t size = a.size();
  Matrix half(size), result(size);  // half = a b, whose rows meet those of a
  for (std::size_t i = 0; i < size; ++i)
    for (std::size_t j = 0; j < size; ++j) half.at(i, j) = dot(a.row(i), b.row(j), size);
  for (std::size_t i = 0; i < size; ++i)
    for (std::size_t j = 0; j < size; ++j) result.at(i, j) = dot(half.row(i), a.row(j), size);
  return result;
}

}  // namespace gauntlet::selfplay
