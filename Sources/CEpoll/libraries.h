// Swift's module of the C library leaves these headers out.
#pragma once
#include <malloc.h>
#include <sys/epoll.h>
