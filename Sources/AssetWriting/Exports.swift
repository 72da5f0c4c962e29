// Re-exports the types of lower layers that the API of this library contains, by name: each is a promise to users.

// Times and samples.
@_exported public import class Media.ByteStorage
@_exported public import enum Media.TickRounding
@_exported public import protocol Media.FileBacking
@_exported public import struct Media.ByteRope
@_exported public import struct Media.ByteSlice
@_exported public import struct Media.MediaTime
@_exported public import struct Media.Sample
@_exported public import struct Media.SampleFlags

// Uncompressed frames.
@_exported public import class Media.FrameMemory
@_exported public import protocol Media.AudioSampleValue
@_exported public import protocol Media.FrameContent
@_exported public import struct Media.AudioSamples
@_exported public import struct Media.Frame
@_exported public import struct Media.FrameAccessError
@_exported public import struct Media.FrameBytes
@_exported public import struct Media.MutableAudioSamples
@_exported public import struct Media.MutableVideoPixels
@_exported public import struct Media.PlaneLayout
@_exported public import struct Media.VideoPixels

// Formats and tracks.
@_exported public import enum Media.CodecConfiguration
@_exported public import enum Media.MediaFormat
@_exported public import enum Media.MediaType
@_exported public import struct Media.AVCDecoderConfiguration
@_exported public import struct Media.AudioFormatID
@_exported public import struct Media.AudioSpecificConfig
@_exported public import struct Media.CleanAperture
@_exported public import struct Media.CodedAudioFormat
@_exported public import struct Media.CodedDataFormat
@_exported public import struct Media.CodedVideoFormat
@_exported public import struct Media.ColourDescription
@_exported public import struct Media.ContentLightLevel
@_exported public import struct Media.DolbyVisionConfiguration
@_exported public import struct Media.FourCC
@_exported public import struct Media.HEVCDecoderConfiguration
@_exported public import struct Media.MasteringDisplay
@_exported public import struct Media.PixelSize
@_exported public import struct Media.Ratio
@_exported public import struct Media.RawAudioFormat
@_exported public import struct Media.RawVideoFormat
@_exported public import struct Media.TimedTextFormat
@_exported public import struct Media.Track
@_exported public import struct Media.TrackAttributes

// Files.
@_exported public import enum ISOMedia.CommonMetadataKey
@_exported public import enum Packaging.FileTypeProfile
@_exported public import enum Packaging.TrackAssociationType
@_exported public import struct ISOMedia.MetadataItem
@_exported public import struct Packaging.PackagingError
