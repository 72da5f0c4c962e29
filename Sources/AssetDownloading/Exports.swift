// Re-exports the types of lower layers that the API of this library contains, by name: each is a promise to users.
@_exported public import struct HLS.VideoLayout
@_exported public import struct HLS.VideoRange
@_exported public import struct Media.AudioFormatID
@_exported public import struct Media.FourCC
@_exported public import struct Media.MediaTime
@_exported public import struct Media.PixelSize
