#include "CExpat.h"

#include <stdint.h>
#include <string.h>

enum { header = 16 };

static _Thread_local struct {
    uint8_t *start;
    size_t size, used;
    /// The last block, which can grow in place.
    uint8_t *last;
} area;

static size_t size_of(const uint8_t *block) {
    size_t size;
    memcpy(&size, block - header, sizeof size);
    return size;
}

static void *allocate(size_t size) {
    if (size > SIZE_MAX - 2 * header) return NULL;
    size_t needed = header + (size + header - 1) / header * header;
    if (!area.start || needed > area.size - area.used) return NULL;
    uint8_t *block = area.start + area.used + header;
    area.used += needed;
    memcpy(block - header, &size, sizeof size);
    area.last = block;
    return block;
}

static void release(void *block) {
    if (!block || block != area.last) return;
    area.used = (size_t)(area.last - header - area.start);
    area.last = NULL;
}

static void *reallocate(void *block, size_t size) {
    if (!block) return allocate(size);
    size_t old = size_of(block);
    if (block == area.last) {
        size_t used = area.used;
        release(block);
        void *grown = allocate(size);
        if (!grown) {
            area.used = used;
            area.last = block;
        }
        return grown;
    }
    if (size <= old) return block;
    void *copy = allocate(size);
    if (copy) memcpy(copy, block, old);
    return copy;
}

XML_Parser sluice_xml_parser(void *start, size_t size) {
    static const XML_Memory_Handling_Suite suite = {allocate, reallocate, release};
    area.start = start;
    area.size = size;
    area.used = 0;
    area.last = NULL;
    return XML_ParserCreate_MM("UTF-8", &suite, "|");
}

void sluice_xml_release(void) { area.start = NULL; }

uint64_t sluice_xml_line(XML_Parser parser) {
#if XML_MAJOR_VERSION > 2 || XML_MINOR_VERSION >= 9
    return XML_GetCurrentLineNumber64(parser);
#else
    return XML_GetCurrentLineNumber(parser);
#endif
}
