#include "http/clients.h"

#include <gtest/gtest.h>

#include <list>
#include <string>

namespace afterstate {
namespace {

ClientAddress ipv4(unsigned char last) {
  return ClientAddress{{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 10, 0, 0, last}};
}

TEST(ClientAddress, CountsANetworkOfIpv6AsOneClient) {
  const auto ipv6 = [](unsigned char network, unsigned char last) {
    return ClientAddress{{0x20, 1, 0xd, 0xb8, 0, 0, 0, network, 1, 2, 3, 4, 5, 6, 7, last}};
  };
  EXPECT_EQ(ipv6(1, 1), ipv6(1, 2));
  EXPECT_NE(ipv6(1, 1), ipv6(2, 1));
  EXPECT_NE(ipv4(1), ipv4(2));
  EXPECT_EQ(ipv4(1), ipv4(1));
}

/// Ten connections at most.
class ClientsTest : public ::testing::Test {
 protected:
  void open(unsigned char address, bool waits = true) {
    auto& one = connections_.emplace_back(clients_, ipv4(address),
                                          [this, address] { closed_ += std::to_string(address) + " "; });
    if (waits) one.waits_for_client();
  }

  bool make_room(unsigned char address) { return clients_.make_room(ipv4(address)); }

  Clients clients_{10};
  std::string closed_;
  std::list<Clients::Connection> connections_;
};

TEST_F(ClientsTest, OneAddressHasHalfOfAll) {
  for (int n = 0; n < 5; ++n) {
    EXPECT_TRUE(make_room(1));
    open(1);
  }
  EXPECT_EQ(closed_, "");
  EXPECT_TRUE(make_room(2));
  EXPECT_EQ(closed_, "");
  EXPECT_TRUE(make_room(1));
  EXPECT_EQ(closed_, "1 ");
}

TEST_F(ClientsTest, ClosesAConnectionOfTheAddressWithTheMost) {
  open(1);
  for (int n = 0; n < 5; ++n) open(2);
  for (int n = 0; n < 4; ++n) open(3);
  EXPECT_TRUE(make_room(4));
  EXPECT_EQ(closed_, "2 ");
  open(4);
  EXPECT_TRUE(make_room(5));
  EXPECT_EQ(closed_.size(), 4U);
  EXPECT_EQ(closed_.find('1'), std::string::npos) << "it has only one, although it has waited longest";
}

TEST_F(ClientsTest, ClosesNoneWhoseRequestIsInProgress) {
  for (int n = 0; n < 5; ++n) open(1, false);
  EXPECT_FALSE(make_room(1));
  for (int n = 0; n < 4; ++n) open(2, false);
  EXPECT_TRUE(make_room(3));
  open(3);
  EXPECT_TRUE(make_room(4));
  EXPECT_EQ(closed_, "3 ");
  connections_.back().is_served();
  connections_.pop_front();
  EXPECT_TRUE(make_room(4));
  EXPECT_EQ(closed_, "3 ");
}

TEST_F(ClientsTest, ForgetsClosedConnections) {
  for (int n = 0; n < 1000; ++n) {
    ASSERT_TRUE(make_room(1));
    open(1);
  }
  EXPECT_EQ(closed_.size(), 2U * 995);
  connections_.clear();
  for (int n = 0; n < 5; ++n) {
    EXPECT_TRUE(make_room(1));
    open(1);
  }
  EXPECT_EQ(closed_.size(), 2U * 995);
}

}  // namespace
}  // namespace afterstate
