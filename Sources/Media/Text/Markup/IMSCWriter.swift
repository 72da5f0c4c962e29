/// Writes documents of the IMSC 1 text profile (W3C TTML Profiles for Internet Media Subtitles and Captions 1.2).
package enum IMSCWriter {
    /// The TTML namespace, which `stpp` sample entries contain.
    package static let namespace = "http://www.w3.org/ns/ttml"
    private static let profile = "http://www.w3.org/ns/ttml/profile/imsc1/text"

    /// Returns a document with these cues. Their times are in milliseconds and are increased by `shift` milliseconds.
    /// `language` is a BCP 47 tag.
    package static func document(_ cues: [WebVTTCue], shiftedBy shift: Int64, language: String?) -> [UInt8] {
        var text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <tt xmlns="\(namespace)" xmlns:tts="\(namespace)#styling" xmlns:ttp="\(namespace)#parameter" \
            ttp:contentProfiles="\(profile)" ttp:profile="\(profile)" xml:lang="\(escaped(language ?? ""))">
            <head><layout>
            <region xml:id="bottom" tts:origin="10% 10%" tts:extent="80% 80%" tts:displayAlign="after" tts:textAlign="center"/>
            <region xml:id="top" tts:origin="10% 10%" tts:extent="80% 80%" tts:displayAlign="before" tts:textAlign="center"/>
            </layout></head>
            <body><div>

            """
        for cue in cues {
            let region = cue.isAtTop ? "top" : "bottom"
            text += "<p xml:space=\"preserve\" region=\"\(region)\" begin=\"\(WebVTTTime(cue.start &+ shift))\" "
            text += "end=\"\(WebVTTTime(cue.end &+ shift))\">\(content(cue.payload))</p>\n"
        }
        return Array((text + "</div></body></tt>\n").utf8)
    }

    /// The cue text with bold, italic and underline as styled spans. Other tags are removed and their content is kept.
    private static func content(_ payload: String) -> String {
        var result = ""
        var open: [String] = []
        var rest = payload[...]
        while let first = rest.unicodeScalars.first {
            if first == "<" {
                let end = rest.firstIndex(of: ">") ?? rest.endIndex
                let tag = rest[..<end].dropFirst()
                rest = rest[end...].dropFirst()
                let isEnd = tag.hasPrefix("/")
                let name = String((isEnd ? tag.dropFirst() : tag).prefix { $0.isLetter })
                guard let style = styles[name] else { continue }
                if !isEnd {
                    open.append(name)
                    result += "<span \(style)>"
                } else if open.last == name {
                    open.removeLast()
                    result += "</span>"
                }
            } else if first == "&" {
                let (text, length) = entity(rest)
                result += escaped(text)
                rest = rest.dropFirst(length)
            } else if first == "\n" {
                result += "<br/>"
                rest = rest.dropFirst()
            } else {
                let plain = rest.unicodeScalars.prefix { $0 != "<" && $0 != "&" && $0 != "\n" }
                result += escaped(String(plain))
                rest = rest[plain.endIndex...]
            }
        }
        return result + String(repeating: "</span>", count: open.count)
    }

    private static let styles = [
        "b": "tts:fontWeight=\"bold\"", "i": "tts:fontStyle=\"italic\"", "u": "tts:textDecoration=\"underline\"",
    ]

    /// The character that a WebVTT escape stands for, and the number of characters in the escape.
    private static func entity(_ text: Substring) -> (String, Int) {
        let known = [
            ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"), ("&nbsp;", "\u{a0}"), ("&lrm;", "\u{200e}"),
            ("&rlm;", "\u{200f}"),
        ]
        for (name, character) in known where text.hasPrefix(name) { return (character, name.count) }
        return ("&", 1)
    }

    /// The text escaped for XML, without the characters that XML does not allow.
    private static func escaped(_ text: String) -> String {
        text.escapedMarkup { scalar in
            switch scalar {
            case "\u{0}"..<"\u{20}" where scalar != "\t", "\u{fffe}", "\u{ffff}": ""
            default: nil
            }
        }
    }
}

extension WebVTTCue {
    /// Whether the cue is in the upper half of the video.
    fileprivate var isAtTop: Bool {
        for setting in settings.split(separator: " ") where setting.hasPrefix("line:") {
            let value = setting.dropFirst(5).prefix { $0 != "," && $0 != "%" }
            guard let number = Double(value) else { return false }
            return setting.contains("%") ? number < 50 : number >= 0 && number < 8
        }
        return false
    }
}
