// Users of the library import one module, including sizes, codes and ranges.
@_exported public import HLS
@_exported public import Media
