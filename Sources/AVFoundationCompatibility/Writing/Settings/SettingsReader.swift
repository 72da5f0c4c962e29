import AssetWriting
import Foundation
import Media

/// Reads the values of a settings dictionary. Values of wrong types and unknown keys are errors that name the key.
struct SettingsReader {
    private let values: [String: Any]
    /// The name of the dictionary in messages.
    private let name: String
    private var knownKeys: Set<String> = []

    init(_ values: [String: Any], name: String) {
        self.values = values
        self.name = name
    }

    /// Returns an integer; numbers with a fraction are errors.
    mutating func integer(_ key: String) throws(AssetWriterError) -> Int? {
        try value(key, "a whole number") { settingInteger($0) }
    }

    /// Returns a number.
    mutating func number(_ key: String) throws(AssetWriterError) -> Double? {
        try value(key, "a number") { settingNumber($0) }
    }

    /// Returns a truth value.
    mutating func truth(_ key: String) throws(AssetWriterError) -> Bool? {
        try value(key, "true or false") { settingTruth($0) }
    }

    /// Returns a text.
    mutating func text(_ key: String) throws(AssetWriterError) -> String? {
        try value(key, "a string") { ($0 as? String) ?? ($0 as? NSString).map { String(describing: $0) } }
    }

    /// Returns a codec.
    mutating func codec(_ key: String) throws(AssetWriterError) -> String? {
        try value(key, "an AVVideoCodecType") { value in
            (value as? AVVideoCodecType)?.rawValue ?? (value as? String)
                ?? (value as? NSString).map { String(describing: $0) }
        }
    }

    /// Returns bytes.
    mutating func data(_ key: String) throws(AssetWriterError) -> Data? {
        try value(key, "Data") { ($0 as? Data) ?? ($0 as? NSData).map { Data(referencing: $0) } }
    }

    /// Returns a dictionary.
    mutating func dictionary(_ key: String) throws(AssetWriterError) -> [String: Any]? {
        try value(key, "a dictionary with keys of type String") { $0 as? [String: Any] }
    }

    /// Throws if the dictionary contains one of these keys.
    mutating func reject(_ keys: [String], _ reason: String) throws(AssetWriterError) {
        for key in keys where values[key] != nil { throw AssetWriterError(.outputSettings, "\(key) \(reason)") }
        knownKeys.formUnion(keys)
    }

    /// Throws unless the value of a key, if there is one, is the supported one.
    mutating func require(_ key: String, _ supported: String) throws(AssetWriterError) {
        guard let found = try text(key), found != supported else { return }
        throw AssetWriterError(.outputSettings, "\(key) is '\(found)'; only \(supported) is supported")
    }

    /// Throws if the dictionary contains keys that were not read.
    func finish() throws(AssetWriterError) {
        guard let unknown = Set(values.keys).subtracting(knownKeys).min() else { return }
        let closest = SpellingSuggestion.closest(to: unknown, among: knownKeys).map { "; did you mean '\($0)'?" }
        throw AssetWriterError(
            .outputSettings,
            "\(name) contain the key '\(unknown)', which is not supported"
                + (closest ?? "; supported keys are \(knownKeys.sorted().joined(separator: ", "))"))
    }

    private mutating func value<Value>(
        _ key: String, _ expected: String, _ convert: (Any) -> Value?
    ) throws(AssetWriterError) -> Value? {
        knownKeys.insert(key)
        guard let found = values[key] else { return nil }
        guard let value = convert(found) else {
            throw AssetWriterError(.outputSettings, "\(key) is '\(found)'; it must be \(expected)")
        }
        return value
    }
}
