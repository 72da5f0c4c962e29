import HLS
import Media
package import StageKit

/// The output protection that variants require: `HDCP-LEVEL` and `ALLOWED-CPC`.
package struct OutputProtectionOption: OptionMapping, Hashable {
    package enum Level: String, OptionValue, CaseIterable {
        case none
        case type0 = "type-0"
        case type1 = "type-1"
    }
    package enum Resolution: String, OptionValue, CaseIterable {
        case sd
        case hd
        case uhd1
        case uhd2
    }

    package var resolution: Resolution?
    package var level: Level?
    package var allowed: QuotableText?

    package init() {}
    package static var fields: [OptionField<OutputProtectionOption>] {
        [
            .option(
                "resolution", \.resolution,
                "Class of video: sd to 768x576 pixels, hd to 1920x1080, uhd1 to 4096x2160, uhd2 above; all by default."),
            .option("hdcp", \.level, "Required protection of the display link (HDCP-LEVEL)."),
            .option(
                "allowed-cpc", \.allowed,
                "Allowed configurations of content protection, such as com.microsoft.playready:SL3000/SL2000."),
        ]
    }

    package var contradiction: (message: String, expected: String)? {
        if level == nil, allowed == nil { return ("neither hdcp nor allowed-cpc is set", "one of them") }
        return protection == nil
            ? ("allowed-cpc is not a list of key formats and labels", "com.example.drm:LABEL/LABEL,…") : nil
    }

    /// Nil for an invalid list.
    var protection: OutputProtection? {
        var configurations: [AllowedProtection] = []
        for element in allowed?.text.split(separator: ",", omittingEmptySubsequences: false) ?? [] {
            guard let configuration = AllowedProtection(String(element)), configuration.isValid else { return nil }
            configurations.append(configuration)
        }
        return OutputProtection(
            resolution: resolution.flatMap { ResolutionClass(rawValue: $0.rawValue) },
            hdcpLevel: level.map { HDCPLevel(rawValue: $0.rawValue.uppercased()) }, allowedProtection: configurations)
    }
}
