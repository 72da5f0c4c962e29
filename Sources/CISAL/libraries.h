#pragma once
#include <isa-l/crc64.h>
