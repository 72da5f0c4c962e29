package import ContentKeys
package import ContentProtection
package import Media
package import StageKit

/// The source of content keys: exactly one of the fields.
package struct KeySourceOptions: OptionMapping, Hashable {
    package var raw: [RawKeyOptions] = []
    package var file = ""
    package var http: KeyServerOptions?
    package var cpix: CPIXOptions?

    package init() {}
    package static var fields: [OptionField<KeySourceOptions>] {
        [
            .option("raw", \.raw, "Keys in the pipeline file, for tests only."),
            .option(
                "file", \.file, "Key file, as sluice keys new writes it. {period} is replaced by the key period from 0."
            ),
            .option("http", \.http, "Key server, which is sent GET requests."),
            .option("cpix", \.cpix, "CPIX documents from a file, or from a server that speaks SPEKE 2."),
        ]
    }

    package var contradiction: (message: String, expected: String)? {
        let count = [!raw.isEmpty, !file.isEmpty, http != nil, cpix != nil].count { $0 }
        guard count == 1 else { return ("exactly one source of keys is required", "raw, file, http or cpix") }
        return http?.contradiction ?? cpix?.contradiction
    }

    /// Returns the source for a method of encryption. Throws for invalid options; reads no file and sends no request.
    ///
    /// With `rotates`, key periods with the same keys are errors as far as the source can know.
    package func provider(
        method: SegmentProtection.Method = .cbcs, rotates: Bool = false
    ) throws(StageError) -> any KeyProvider {
        if let (message, expected) = contradiction {
            throw StageError(.invalidOptions, "keys: \(message); set \(expected)")
        }
        if !file.isEmpty { return FileKeyProvider(path: file) }
        if let http { return http.provider }
        if let cpix { return cpix.provider(method, rotates: rotates) }
        do {
            var keys: [ContentKey] = []
            for key in raw { keys.append(try key.contentKey()) }
            return FixedKeyProvider(try KeySet(keys))
        } catch {
            throw StageError(.invalidOptions, "keys: \(error)")
        }
    }

    /// Returns a loader of the source's keys by period. `report` receives changes for logs and alarms, on any thread.
    ///
    /// Without `rotates`, the loader does not request the keys of further periods.
    package func loader(
        method: SegmentProtection.Method = .cbcs, rotates: Bool = true, continuation: Duration,
        clock: any MediaClock, report: @escaping @Sendable (KeyLoadEvent) -> Void
    ) throws(StageError) -> KeyPeriodLoader {
        var settings = KeyLoadSettings()
        settings.continuation = continuation
        settings.rotates = rotates
        if let access = http?.access ?? cpix?.access { settings.attempts = access.retries + 1 }
        return KeyPeriodLoader(
            try provider(method: method, rotates: rotates), settings: settings, clock: clock, report: report)
    }
}
