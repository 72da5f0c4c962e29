import GStreamerStages
import Media

/// The settings of an audio output.
struct AudioDataSettings: Sendable, Hashable {
    /// The sample rate in Hz; nil for the device's.
    var rate: Int?
    /// The number of channels; nil for the device's.
    var channels: Int?
    /// The sample format by its GStreamer name.
    var sampleFormat = "F32LE"
    private var isDefault = true

    init() {}

    /// The settings in a program's dictionary. Throws `operationNotAllowed` for values that cannot be delivered.
    init(_ dictionary: [String: Any]) throws(AVError) {
        isDefault = dictionary.isEmpty
        if let format = dictionary[AVFormatIDKey], settingInteger(format) != Int(kAudioFormatLinearPCM) {
            throw AVError(.operationNotAllowed, "audioSettings: only kAudioFormatLinearPCM is available")
        }
        if let value = dictionary[AVSampleRateKey] {
            rate = try Self.integer(value, in: 8000...192_000, AVSampleRateKey)
        }
        if let value = dictionary[AVNumberOfChannelsKey] {
            channels = try Self.integer(value, in: 1...8, AVNumberOfChannelsKey)
        }
        if settingTruth(dictionary[AVLinearPCMIsBigEndianKey]) == true
            || settingTruth(dictionary[AVLinearPCMIsNonInterleaved]) == true
        {
            throw AVError(.operationNotAllowed, "audioSettings: only little-endian, interleaved audio is available")
        }
        let isFloat = settingTruth(dictionary[AVLinearPCMIsFloatKey])
        switch (settingInteger(dictionary[AVLinearPCMBitDepthKey]), isFloat) {
        case (nil, nil), (nil, true?), (32, true?): sampleFormat = "F32LE"
        case (nil, false?), (16, nil), (16, false?): sampleFormat = "S16LE"
        case (32, nil), (32, false?): sampleFormat = "S32LE"
        default:
            throw AVError(
                .operationNotAllowed, "audioSettings: 16 or 32 bits are available, and 32 bits in floating point")
        }
    }

    /// The settings as a program sets them.
    var dictionary: [String: Any] {
        guard !isDefault else { return [:] }
        let isFloat = sampleFormat.hasPrefix("F")
        var result: [String: Any] = [
            AVFormatIDKey: kAudioFormatLinearPCM, AVLinearPCMIsFloatKey: isFloat,
            AVLinearPCMBitDepthKey: sampleFormat == "S16LE" ? 16 : 32, AVLinearPCMIsBigEndianKey: false,
            AVLinearPCMIsNonInterleaved: false,
        ]
        if let rate { result[AVSampleRateKey] = Double(rate) }
        if let channels { result[AVNumberOfChannelsKey] = channels }
        return result
    }

    /// Returns a block of audio in the sample format of the settings.
    func converted(_ frame: Frame, _ format: MediaFormat) throws -> Frame {
        guard case .rawAudio(let source) = format, source.sampleFormat != sampleFormat else { return frame }
        var target = source
        target.sampleFormat = sampleFormat
        return try FrameConverter(from: format, to: .rawAudio(target)).convert(frame)
    }

    private static func integer(_ value: Any, in range: ClosedRange<Int>, _ key: String) throws(AVError) -> Int {
        guard let number = settingInteger(value), range.contains(number) else {
            throw AVError(
                .operationNotAllowed,
                "audioSettings: \(key) is \(value); the range is \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }
}
