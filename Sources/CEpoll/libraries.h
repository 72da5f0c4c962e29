// Swift's module of the C library leaves this header out.
#pragma once
#include <sys/epoll.h>
