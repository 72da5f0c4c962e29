// Users of the library import one module: times, samples, formats and metadata come with it.
@_exported public import ISOMedia
@_exported public import Media
@_exported public import enum Packaging.FileTypeProfile
@_exported public import struct Packaging.PackagingError
