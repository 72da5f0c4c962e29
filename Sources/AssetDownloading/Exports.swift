// Users of the library import one module: sizes, codes and ranges come with it.
@_exported public import HLS
@_exported public import Media
