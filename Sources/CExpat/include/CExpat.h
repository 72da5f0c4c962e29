// Parsers of expat whose memory is in one area of the caller, since documents with keys must leave no copies.
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <expat.h>

/// Creates a parser that separates namespaces from names by '|', and allocates from `area` only, which starts at a
/// multiple of 16. NULL if the area is too small. All calls for the parser are from one thread, one parser at a time;
/// the caller releases the area, and does not free the parser.
XML_Parser sluice_xml_parser(void *area, size_t size);
/// Ends the use of the area on this thread.
void sluice_xml_release(void);
/// The line of the current event or error, from 1. Expat 2.9, in a security update of Debian 13, deprecates the function
/// whose result has the width of `long`.
uint64_t sluice_xml_line(XML_Parser parser);
