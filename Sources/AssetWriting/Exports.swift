// Re-exports times, samples, formats and metadata, so that users of the library import one module.
@_exported public import ISOMedia
@_exported public import Media
@_exported public import enum Packaging.FileTypeProfile
@_exported public import struct Packaging.PackagingError
