import HLS
import Media
package import StageKit

/// Metadata of the whole presentation: `EXT-X-SESSION-DATA`.
package struct SessionDataOption: OptionMapping, Hashable {
    package enum Format: String, OptionValue, CaseIterable {
        case json
        case raw
    }

    package var id: QuotableText?
    package var value: QuotableText?
    package var uri: QuotableText?
    package var format = Format.json
    package var language: LanguageTag?

    package init() {}
    package static var fields: [OptionField<SessionDataOption>] {
        [
            .option("id", \.id, "Data ID in reverse DNS form, such as com.example.title; required."),
            .option("value", \.value, "Value of the data."),
            .option("uri", \.uri, "URI of a file with the data, instead of value."),
            .option("format", \.format, "Format of the file."),
            .option("language", \.language, "Language of the data as a BCP 47 tag."),
        ]
    }

    package var contradiction: (message: String, expected: String)? {
        if id == nil { return ("id is missing", "id: com.example.title") }
        return (value == nil) == (uri == nil) ? ("either value or uri is required, not both", "one of them") : nil
    }

    var data: SessionData? {
        guard let id else { return nil }
        if let value { return SessionData(id: id.text, content: .value(value.text), language: language?.text) }
        guard let uri else { return nil }
        let content: SessionData.Content = format == .json ? .json(uri: uri.text) : .raw(uri: uri.text)
        return SessionData(id: id.text, content: content, language: language?.text)
    }
}
