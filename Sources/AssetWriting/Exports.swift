// Users of the library import one module: times, samples, formats and metadata come with it.
public import ISOMedia
@_exported public import Media

/// A piece of information about a movie or a track.
public typealias MetadataItem = ISOMedia.MetadataItem
/// What a piece of information is about.
public typealias CommonMetadataKey = ISOMedia.CommonMetadataKey
