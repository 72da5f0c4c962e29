public import Foundation
import AssetWriting
import Media

extension CMFormatDescription {
    /// The parameter sets of H.264 and HEVC; none for other formats.
    public var parameterSets: [Data] {
        guard case .codedVideo(let video) = format else { return [] }
        switch video.configuration {
        case .avc(let record):
            let fields = try? record.parse()
            return (fields.map { $0.sequenceParameterSets + $0.pictureParameterSets } ?? []).map { Data($0) }
        case .hevc(let record): return ((try? record.parse())?.arrays.flatMap(\.units) ?? []).map { Data($0) }
        default: return []
        }
    }

    /// The number of bytes of NAL unit lengths in samples of H.264 and HEVC; 0 for other formats.
    public var nalUnitHeaderLength: Int {
        guard case .codedVideo(let video) = format else { return 0 }
        switch video.configuration {
        case .avc(let record): return record.nalLengthSize
        case .hevc(let record): return record.nalLengthSize
        default: return 0
        }
    }

    /// The AudioSpecificConfig of AAC; nil for other formats.
    public var magicCookie: Data? {
        guard case .codedAudio(let audio) = format, case .aac(let configuration) = audio.configuration else {
            return nil
        }
        return Data(configuration.bytes)
    }

    /// The properties that a program added when it created the format.
    public var extensions: CFDictionary { addedExtensions.mapValues(\.value) }

    /// Returns the size for display.
    public func presentationDimensions(usePixelAspectRatio: Bool = true, useCleanAperture: Bool = true) -> CGSize {
        var width = Double(dimensions.width)
        if usePixelAspectRatio {
            switch format {
            case .codedVideo(let video): width *= video.pixelAspect.value
            case .rawVideo(let video): width *= video.pixelAspect.value
            default: break
            }
        }
        return CGSize(width: CGFloat(width.rounded()), height: CGFloat(dimensions.height))
    }
}
