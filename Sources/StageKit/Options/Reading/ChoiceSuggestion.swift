import Media

/// Suggests values for misspelled choices and units, and for names that other programs use.
enum ChoiceSuggestion {
    /// Other names of the same thing. Only names among the possible values are suggested.
    private static let synonyms: [String: [String]] = [
        "h265": ["hevc"], "h.265": ["hevc"], "x265": ["hevc"], "hvc1": ["hevc"], "h.264": ["h264"], "x264": ["h264"],
        "avc": ["h264"], "avc1": ["h264"], "av01": ["av1"], "mjpeg": ["jpeg"], "jpg": ["jpeg"], "mp4a": ["aac"],
        "aac-lc": ["aac"], "ac-3": ["ac3"], "on-demand": ["vod"], "ondemand": ["vod"],
        "static": ["vod"], "dynamic": ["live"], "hls": ["apple-hls"], "dash": ["cmaf"], "fmp4": ["cmaf"],
        "byte-range": ["single-file"], "one-file": ["single-file"],
    ]
    private static let units: [String: [String]] = [
        "sec": ["s"], "secs": ["s"], "second": ["s"], "seconds": ["s"], "m": ["min"], "mins": ["min"],
        "minute": ["min"], "minutes": ["min"], "hour": ["h"], "hours": ["h"], "hr": ["h"], "msec": ["ms"],
        "millis": ["ms"], "milliseconds": ["ms"], "k": ["kbit/s", "kB"], "kb": ["kbit/s", "kB"],
        "kbit": ["kbit/s"], "kb/s": ["kbit/s"], "mb": ["Mbit/s", "MB"], "mbit": ["Mbit/s"], "mb/s": ["Mbit/s"],
        "kbps": ["kbit/s"], "mbps": ["Mbit/s"], "g": ["GB"], "gb": ["GB"], "bps": ["bit/s"], "bits/s": ["bit/s"],
    ]

    /// Returns the choice with the same meaning or a similar spelling; nil if there is none.
    static func closest(to text: String, among choices: [String]) -> String? {
        let lowered = text.lowercased()
        return synonyms[lowered]?.first { choices.contains($0) }
            ?? choices.first { $0.lowercased() == lowered } ?? SpellingSuggestion.closest(to: text, among: choices)
    }

    /// Returns the unit that is probably meant, among `units` such as `h, min, s or ms`.
    static func unit(_ text: String, among units: String) -> String? {
        let choices = units.split { $0 == "," || $0 == " " }.map(String.init).filter { $0 != "or" }
        let lowered = text.lowercased()
        return choices.first { $0.lowercased() == lowered } ?? Self.units[lowered]?.first { choices.contains($0) }
            ?? (lowered == "m" && choices.contains("Mbit/s") ? "Mbit/s" : nil)
    }

    /// Returns the Boolean value in the syntax of YAML 1.1 and other formats; nil for other texts.
    static func boolean(_ text: String) -> String? {
        switch text.lowercased() {
        case "true", "yes", "on", "y", "1": "true"
        case "false", "no", "off", "n", "0": "false"
        default: nil
        }
    }
}
