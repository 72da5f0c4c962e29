// Users of the library import one module: times, samples, formats and metadata come with it.
@_exported public import ISOMedia
@_exported public import Media
