import Packaging
public import Media

// These properties are set before the writer starts. An invalid value is not stored: `configurationError` describes it,
// and until a valid value is set no writer accepts the input or starts with it.
extension AssetWriterInput {
    /// Whether the source delivers in real time. Readiness then ends only when the writer cannot keep up.
    public var expectsMediaDataInRealTime: Bool {
        get { configuration.expectsMediaDataInRealTime }
        set { set("expectsMediaDataInRealTime", \.expectsMediaDataInRealTime, newValue) }
    }

    /// The metadata of the track.
    public var metadata: [MetadataItem] {
        get { configuration.metadata }
        set { set("metadata", \.metadata, newValue) }
    }

    /// The rotation and flipping of the video for display.
    public var transform: DisplayTransform {
        get { configuration.transform }
        set { set("transform", \.transform, newValue) }
    }

    /// The display size in pixels, at most 65535 in each dimension; zero uses the size in the format.
    public var naturalSize: PixelSize {
        get { configuration.naturalSize }
        set { set("naturalSize", \.naturalSize, newValue) }
    }

    /// The timescale of the track, in ticks per second; 0 lets the writer choose. Must be 0 for audio.
    public var mediaTimeScale: Int32 {
        get { configuration.mediaTimeScale }
        set { set("mediaTimeScale", \.mediaTimeScale, newValue) }
    }

    /// Whether the track is enabled for playback by default.
    public var marksOutputTrackAsEnabled: Bool {
        get { configuration.marksOutputTrackAsEnabled }
        set { set("marksOutputTrackAsEnabled", \.marksOutputTrackAsEnabled, newValue) }
    }

    /// The number of the group of alternative inputs, from 1; 0 for none. Players present one of them.
    package var alternateGroup: UInt16 {
        get { configuration.alternateGroup }
        set { set("alternateGroup", \.alternateGroup, newValue) }
    }

    /// The playback volume, usually 0 to 1, at most 127.
    public var preferredVolume: Float {
        get { configuration.preferredVolume }
        set { set("preferredVolume", \.preferredVolume, newValue) }
    }

    /// The language as a three-letter ISO 639-2/T code; nil for none.
    public var languageCode: String? {
        get { configuration.languageCode }
        set { set("languageCode", \.languageCode, newValue) }
    }

    /// The language as a BCP 47 tag, for languages that the three-letter code cannot express; nil for none.
    public var extendedLanguageTag: String? {
        get { configuration.extendedLanguageTag }
        set { set("extendedLanguageTag", \.extendedLanguageTag, newValue) }
    }

    /// The base directory of references to the sample file; nil copies the samples into the movie.
    ///
    /// With a value, a QuickTime movie contains none of the input's samples. It refers to the source file of the
    /// samples, which must be below this directory and the same for all of them. Players resolve the path relative to
    /// the folder of the movie. Not possible with other file types, in fragmented movies or together with output
    /// settings.
    public var sampleReferenceBaseURL: FileURL? {
        get { configuration.sampleReferenceBaseURL }
        set { set("sampleReferenceBaseURL", \.sampleReferenceBaseURL, newValue) }
    }

    /// The byte alignment of chunks in a movie file, at most 1 MiB; 0 and 1 add no padding.
    public var preferredMediaChunkAlignment: Int {
        get { configuration.preferredMediaChunkAlignment }
        set { set("preferredMediaChunkAlignment", \.preferredMediaChunkAlignment, newValue) }
    }

    /// The maximum duration of a chunk in a movie file, above zero; nil lets the writer choose.
    public var preferredMediaChunkDuration: MediaTime? {
        get { configuration.preferredMediaChunkDuration }
        set { set("preferredMediaChunkDuration", \.preferredMediaChunkDuration, newValue) }
    }

    /// Whether the media of the input is in a movie file before that of other inputs, which are not ready until this input
    /// is finished.
    public var precedesOtherMedia: Bool {
        get { configuration.precedesOtherMedia }
        set { set("precedesOtherMedia", \.precedesOtherMedia, newValue) }
    }

    /// Whether the encoder may request multiple passes over the media. Excludes real time.
    public var performsMultiPassEncodingIfSupported: Bool {
        get { configuration.performsMultiPassEncodingIfSupported }
        set { set("performsMultiPassEncodingIfSupported", \.performsMultiPassEncodingIfSupported, newValue) }
    }

    /// Returns whether this input's track can refer to the track of `input`: the media types must match the type of
    /// association, and the output file type must support track associations.
    ///
    /// QuickTime movies, MP4 and M4V files and Apple HLS segments support them; M4A files and CMAF segments do not. The
    /// file type is known once one of the inputs has a writer. Inputs of different writers cannot be associated.
    public func canAddTrackAssociation(withTrackOf input: AssetWriterInput, type: TrackAssociationType) -> Bool {
        canAssociate(input, as: type) && [self, input].allSatisfy { $0.attachment?.engine.carriesAssociations ?? true }
    }

    /// Makes this input's track refer to the track of `input`. An invalid pair is reported by ``configurationError``; a
    /// file type without support for associations makes the start of writing fail.
    public func addTrackAssociation(withTrackOf input: AssetWriterInput, type: TrackAssociationType) {
        let association = InputAssociation(
            type: type, target: ObjectIdentifier(input), isValid: canAssociate(input, as: type))
        set("associations", \.associations, configuration.associations + [association])
    }

    /// Returns whether media types and writers are compatible.
    private func canAssociate(_ input: AssetWriterInput, as type: TrackAssociationType) -> Bool {
        guard input !== self, type.allows(mediaType, input.mediaType) else { return false }
        guard let own = attachment?.engine, let other = input.attachment?.engine else { return true }
        return own === other
    }
}
