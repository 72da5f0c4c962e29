import Media

/// The attributes of an audio group member, equal in every group (RFC 8216bis 4.4.6.1.1).
struct AudioDescription {
    /// Audio that players must not play unless the user selects it.
    private static let secondary = [RenditionCharacteristic.describesVideo, RenditionCharacteristic.auxiliaryContent]

    var name: String
    var language: String
    var isDefault = false
    var isAutoselect: Bool
    var characteristics: [String]

    /// Returns the descriptions of members in their order, with unique names and one default.
    static func of(_ members: [PresentationRendition.Audio]) -> [AudioDescription] {
        var names: Set<String> = []
        var descriptions = members.map { audio in
            AudioDescription(
                name: names.insert(numbering: audio.name ?? name(of: audio)), language: audio.language ?? "und",
                // On by default, so that users who need audio description get it automatically.
                isAutoselect: audio.isAutoselect ?? true, characteristics: audio.characteristics)
        }
        let standard =
            members.firstIndex { $0.isDefault == true }
            ?? members.firstIndex { $0.isDefault == nil && !secondary.contains(where: $0.characteristics.contains) }
        if let standard {
            descriptions[standard].isDefault = true
            descriptions[standard].isAutoselect = true
        }
        return descriptions
    }

    func alternative(_ audio: PresentationRendition.Audio, uri: String?, groupID: String) -> AlternativeRendition {
        AlternativeRendition(
            kind: .audio, groupID: groupID, name: name, language: language, isDefault: isDefault,
            isAutoselect: isAutoselect, uri: uri, characteristics: characteristics,
            channels: audio.spatialChannels ?? String(audio.channelCount))
    }

    private static func name(of audio: PresentationRendition.Audio) -> String {
        let name = audio.language ?? "Audio"
        if audio.characteristics.contains(RenditionCharacteristic.auxiliaryContent) { return "\(name) (commentary)" }
        if audio.characteristics.contains(RenditionCharacteristic.describesVideo) { return "\(name) (described)" }
        return audio.characteristics.contains(RenditionCharacteristic.enhancesSpeech) ? "\(name) (clear speech)" : name
    }
}

extension Set<String> {
    /// Inserts a name, with a number appended if it is already present, and returns it.
    mutating func insert(numbering baseName: String) -> String {
        var (name, number) = (baseName, 2)
        while !insert(name).inserted {
            name = "\(baseName) \(number)"
            number += 1
        }
        return name
    }
}
