package import ContentKeys
package import ContentProtection
package import Media
package import StageKit

/// The source of content keys: exactly one of the fields.
package struct KeySourceOptions: OptionMapping, Hashable {
    package var raw: [RawKeyOptions] = []
    package var file = ""

    package init() {}
    package static var fields: [OptionField<KeySourceOptions>] {
        [
            .option("raw", \.raw, "Keys in the pipeline file, for tests only."),
            .option(
                "file", \.file, "Key file, as sluice keys new writes it. {period} is replaced by the key period from 0."
            ),
        ]
    }

    package var contradiction: (message: String, expected: String)? {
        let count = [!raw.isEmpty, !file.isEmpty].count { $0 }
        return count == 1 ? nil : ("exactly one source of keys is required", "raw or file")
    }

    /// Returns the source. Throws for invalid options; reads no file and sends no request.
    package func provider() throws(StageError) -> any KeyProvider {
        if let (message, expected) = contradiction {
            throw StageError(.invalidOptions, "keys: \(message); set \(expected)")
        }
        if !file.isEmpty { return FileKeyProvider(path: file) }
        do {
            var keys: [ContentKey] = []
            for key in raw { keys.append(try key.contentKey()) }
            return FixedKeyProvider(try KeySet(keys))
        } catch {
            throw StageError(.invalidOptions, "keys: \(error)")
        }
    }

    /// Returns a loader of the source's keys by period. `report` receives changes for logs and alarms, on any thread.
    package func loader(
        continuation: Duration, clock: any MediaClock, report: @escaping @Sendable (KeyLoadEvent) -> Void
    ) throws(StageError) -> KeyPeriodLoader {
        var settings = KeyLoadSettings()
        settings.continuation = continuation
        return KeyPeriodLoader(try provider(), settings: settings, clock: clock, report: report)
    }
}
