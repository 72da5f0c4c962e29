import Packaging
import Media

/// The properties of an input that are set before writing starts.
struct InputConfiguration: ValidatedConfiguration {
    let mediaType: MediaType
    let outputSettings: OutputSettings?
    let sourceFormatHint: MediaFormat?
    /// The source track of a passthrough input, for its name, priming and bit rate.
    let sourceTrack: Track?
    var metadata: [MetadataItem] = []
    var transform = DisplayTransform.identity
    var naturalSize = PixelSize(width: 0, height: 0)
    var mediaTimeScale: Int32 = 0
    var expectsMediaDataInRealTime = false
    var marksOutputTrackAsEnabled = true
    /// The number of the group of alternative inputs; 0 for none. Players present one of them.
    var alternateGroup: UInt16 = 0
    var preferredVolume: Float = 1
    var languageCode: String?
    var extendedLanguageTag: String?
    var sampleReferenceBaseURL: FileURL?
    var preferredMediaChunkAlignment = 0
    var preferredMediaChunkDuration: MediaTime?
    var precedesOtherMedia = false
    var performsMultiPassEncodingIfSupported = false
    var associations: [InputAssociation] = []
    var configurationErrors: [String: AssetWriterError] = [:]

    init(mediaType: MediaType, outputSettings: OutputSettings?, sourceFormatHint: MediaFormat?, sourceTrack: Track?) {
        self.mediaType = mediaType
        self.sourceFormatHint = sourceFormatHint
        self.sourceTrack = sourceTrack
        guard let outputSettings else {
            self.outputSettings = nil
            validateHint()
            return
        }
        do throws(AssetWriterError) {
            self.outputSettings = try outputSettings.completed(for: mediaType, by: sourceFormatHint)
        } catch {
            self.outputSettings = outputSettings
            configurationErrors["outputSettings"] = error
        }
        validateHint()
    }

    var isPassthrough: Bool { outputSettings == nil }

    private mutating func validateHint() {
        guard let hint = sourceFormatHint, hint.mediaType != mediaType else { return }
        configurationErrors["sourceFormatHint"] = AssetWriterError(
            .invalidSettings,
            "the source format hint is for \(hint.mediaType.rawValue), but the input is for \(mediaType.rawValue)")
    }

    /// A description of the first invalid value; nil when all values are valid.
    var validationMessage: String? {
        if mediaTimeScale != 0, mediaType == .audio { return "mediaTimeScale of an audio input must be 0" }
        if mediaTimeScale < 0 { return "mediaTimeScale is \(mediaTimeScale); it must not be negative" }
        if performsMultiPassEncodingIfSupported, expectsMediaDataInRealTime {
            return "performsMultiPassEncodingIfSupported and expectsMediaDataInRealTime exclude each other"
        }
        if !(0...1 << 20).contains(preferredMediaChunkAlignment) {
            return "preferredMediaChunkAlignment must be from 0 to 1 MiB"
        }
        if let duration = preferredMediaChunkDuration, duration <= .zero || duration.isIndefinite {
            return "preferredMediaChunkDuration must be above zero and not indefinite"
        }
        if !(0...127).contains(preferredVolume) { return "preferredVolume must be from 0 to 127" }
        if transform.displayMatrix == nil { return "transform has values that do not fit into 16.16 fixed point" }
        if !(0...65535).contains(naturalSize.width) || !(0...65535).contains(naturalSize.height) {
            return "naturalSize must be at most 65535 in each dimension"
        }
        if let wrong = associations.first(where: { !$0.isValid }) {
            return "a track association of type \(wrong.type.rawValue) (\(wrong.type)) does not support these media "
                + "types"
        }
        if let code = languageCode, !code.isLanguageCode {
            return "languageCode must be three letters of ISO 639-2/T, such as eng"
        }
        if let tag = extendedLanguageTag, !tag.isLanguageTag {
            return "extendedLanguageTag must be a BCP 47 tag such as zh-Hant-TW"
        }
        return nil
    }
}

extension String {
    fileprivate var isLanguageCode: Bool { utf8.count == 3 && utf8.allSatisfy { (0x61...0x7a).contains($0) } }

    fileprivate var isLanguageTag: Bool {
        utf8.count <= 255
            && split(separator: "-", omittingEmptySubsequences: false).allSatisfy { part in
                (1...8).contains(part.utf8.count)
                    && part.utf8.allSatisfy { byte in
                        (0x30...0x39).contains(byte) || (0x41...0x5a).contains(byte) || (0x61...0x7a).contains(byte)
                    }
            }
    }
}
