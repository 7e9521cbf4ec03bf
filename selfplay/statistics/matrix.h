// Symmetric matrices of a few hundred rows, and linear equations with them.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace gauntlet::selfplay {

/// A square matrix, row by row.
class Matrix {
 public:
  explicit Matrix(std::size_t size) : size_(size), values_(size * size) {}

  std::size_t size() const { return size_; }
  double& at(std::size_t row, std::size_t column) { return values_[row * size_ + column]; }
  double at(std::size_t row, std::size_t column) const { return values_[row * size_ + column]; }
  std::span<const double> row(std::size_t row) const {
    return std::span(values_).subspan(row * size_, size_);
  }

 private:
  std::size_t size_;
  std::vector<double> values_;
};

/// Cholesky's factor L of a symmetric positive definite matrix L L'.
class Cholesky {
 public:
  /// Nothing where a pivot is below `least` times its diagonal element: there the matrix says
  /// nothing, or next to nothing.
  static std::optional<Cholesky> of(const Matrix& matrix, double least = 1e-12);

  /// x of L L' x = `right`.
  std::vector<double> solve(std::vector<double> right) const;
  Matrix inverse() const;

 private:
  explicit Cholesky(std::size_t size) : factor_(size) {}

  Matrix factor_;  // its lower triangle
};

/// The product of two symmetric matrices and the first again: a b a.
Matrix sandwich(const Matrix& a, const Matrix& b);

}  // namespace gauntlet::selfplay
