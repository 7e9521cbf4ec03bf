#include "tools/net/warden_message.h"

#include <sys/socket.h>
#include <sys/uio.h>

#include <cerrno>
#include <cstring>

namespace gauntlet::tools {

namespace {

/// As it goes over the line.
struct Packet {
  std::uint8_t kind;
  std::int32_t value;
};

/// A message's header, its packet, and room for one descriptor.
struct Envelope {
  explicit Envelope(Packet& packet) : piece{&packet, sizeof packet} {
    header.msg_iov = &piece;
    header.msg_iovlen = 1;
    header.msg_control = room;
    header.msg_controllen = sizeof room;
  }

  iovec piece;
  alignas(cmsghdr) char room[CMSG_SPACE(sizeof(int))] = {};
  msghdr header{};
};

OwnDescriptor descriptor_of(msghdr& header) {
  const cmsghdr* const part = CMSG_FIRSTHDR(&header);
  if (!part || part->cmsg_level != SOL_SOCKET || part->cmsg_type != SCM_RIGHTS ||
      part->cmsg_len != CMSG_LEN(sizeof(int)))
    return {};
  int number = -1;
  std::memcpy(&number, CMSG_DATA(part), sizeof number);
  return OwnDescriptor(number);
}

}  // namespace

bool send_message(int line, const WardenMessage& message) {
  Packet packet{static_cast<std::uint8_t>(message.kind), message.value};
  Envelope envelope(packet);
  const int number = message.descriptor.number();
  if (number < 0) {
    envelope.header.msg_controllen = 0;
  } else {
    cmsghdr* const part = CMSG_FIRSTHDR(&envelope.header);
    part->cmsg_level = SOL_SOCKET;
    part->cmsg_type = SCM_RIGHTS;
    part->cmsg_len = CMSG_LEN(sizeof number);
    std::memcpy(CMSG_DATA(part), &number, sizeof number);
  }
  return sendmsg(line, &envelope.header, MSG_NOSIGNAL | MSG_DONTWAIT) == sizeof packet;
}

std::optional<WardenMessage> receive_message(int line) {
  Packet packet{};
  Envelope envelope(packet);
  const ssize_t size = recvmsg(line, &envelope.header, MSG_CMSG_CLOEXEC | MSG_DONTWAIT);
  if (size < 0 && (errno == EAGAIN || errno == EINTR)) return std::nullopt;
  WardenMessage message;
  if (size <= 0) return message;
  message.descriptor = descriptor_of(envelope.header);
  const auto last = static_cast<std::uint8_t>(WardenMessage::Kind::kClosed);
  if (size != sizeof packet || packet.kind > last) return message;
  message.kind = static_cast<WardenMessage::Kind>(packet.kind);
  message.value = packet.value;
  return message;
}

}  // namespace gauntlet::tools
