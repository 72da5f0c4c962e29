import Packaging
public import Media

// Everything here is set before the writer starts. A value that cannot be written is not taken: `configurationError`
// names it, and no writer takes the input or starts with it.
extension AssetWriterInput {
    /// Whether the source cannot wait; readiness then ends only when the writer cannot keep up.
    public var expectsMediaDataInRealTime: Bool {
        get { configuration.expectsMediaDataInRealTime }
        set { set("expectsMediaDataInRealTime", \.expectsMediaDataInRealTime, newValue) }
    }

    /// What the track says about itself.
    public var metadata: [MetadataItem] {
        get { configuration.metadata }
        set { set("metadata", \.metadata, newValue) }
    }

    /// How pictures are turned or flipped for display.
    public var transform: DisplayTransform {
        get { configuration.transform }
        set { set("transform", \.transform, newValue) }
    }

    /// The display size in pixels, at most 65535 each way; zero for what the format says.
    public var naturalSize: PictureSize {
        get { configuration.naturalSize }
        set { set("naturalSize", \.naturalSize, newValue) }
    }

    /// Ticks per second of the track; 0 leaves it to the writer. Refused for sound.
    public var mediaTimeScale: Int32 {
        get { configuration.mediaTimeScale }
        set { set("mediaTimeScale", \.mediaTimeScale, newValue) }
    }

    /// Whether the track is played by default.
    public var marksOutputTrackAsEnabled: Bool {
        get { configuration.marksOutputTrackAsEnabled }
        set { set("marksOutputTrackAsEnabled", \.marksOutputTrackAsEnabled, newValue) }
    }

    /// How loud the track is played, usually 0 to 1, at most 127.
    public var preferredVolume: Float {
        get { configuration.preferredVolume }
        set { set("preferredVolume", \.preferredVolume, newValue) }
    }

    /// ISO 639-2/T code of three letters; nil for none.
    public var languageCode: String? {
        get { configuration.languageCode }
        set { set("languageCode", \.languageCode, newValue) }
    }

    /// BCP 47 tag where the three letters do not say enough; nil for none.
    public var extendedLanguageTag: String? {
        get { configuration.extendedLanguageTag }
        set { set("extendedLanguageTag", \.extendedLanguageTag, newValue) }
    }

    /// The directory to which the location of the samples is relative; nil copies the samples.
    ///
    /// With a value a QuickTime movie has none of the input's samples: it refers to the file that they were read from,
    /// which is below the directory and one for all of them. Players look from the folder of the movie. Refused in other
    /// files, in fragmented movies and together with output settings.
    public var sampleReferenceBaseURL: FileURL? {
        get { configuration.sampleReferenceBaseURL }
        set { set("sampleReferenceBaseURL", \.sampleReferenceBaseURL, newValue) }
    }

    /// The boundary in bytes on which chunks of a movie file begin, at most 1 MiB; 0 and 1 are no padding.
    public var preferredMediaChunkAlignment: Int {
        get { configuration.preferredMediaChunkAlignment }
        set { set("preferredMediaChunkAlignment", \.preferredMediaChunkAlignment, newValue) }
    }

    /// How long a chunk of a movie file is at most, above zero; nil leaves it to the writer.
    public var preferredMediaChunkDuration: MediaTime? {
        get { configuration.preferredMediaChunkDuration }
        set { set("preferredMediaChunkDuration", \.preferredMediaChunkDuration, newValue) }
    }

    /// Whether the encoder may ask for the media several times. Refused together with real time.
    public var performsMultiPassEncodingIfSupported: Bool {
        get { configuration.performsMultiPassEncodingIfSupported }
        set { set("performsMultiPassEncodingIfSupported", \.performsMultiPassEncodingIfSupported, newValue) }
    }

    /// Whether this input's track can refer to the other's: the media types fit and the output file type carries
    /// track associations.
    ///
    /// QuickTime movies, MP4 and M4V files and segments of profile Apple HLS carry them; M4A files and segments of CMAF
    /// do not. The file type is known once one of the inputs has a writer; two inputs of different writers have no
    /// association.
    public func canAddTrackAssociation(withTrackOf input: AssetWriterInput, type: TrackAssociationType) -> Bool {
        joins(input, as: type) && [self, input].allSatisfy { $0.attachment?.engine.carriesAssociations ?? true }
    }

    /// Makes this input's track refer to the other's; a pair that does not fit is kept as ``configurationError``, and a
    /// file type that does not carry associations is refused when the writer starts.
    public func addTrackAssociation(withTrackOf input: AssetWriterInput, type: TrackAssociationType) {
        let association = InputAssociation(
            type: type, target: ObjectIdentifier(input), isPossible: joins(input, as: type))
        set("associations", \.associations, configuration.associations + [association])
    }

    /// Whether media types and writers fit.
    private func joins(_ input: AssetWriterInput, as type: TrackAssociationType) -> Bool {
        guard input !== self, type.joins(mediaType, input.mediaType) else { return false }
        guard let own = attachment?.engine, let other = input.attachment?.engine else { return true }
        return own === other
    }
}
