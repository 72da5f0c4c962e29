import StageKit

/// The place of a pipeline, such as in a service: its name, and options for stages that do not set them.
package struct ServicePlacement: Sendable, Hashable {
    /// The name of the pipeline in the service; replaces the name in the file.
    package var name: String
    /// The default values of options, by stage kind and key.
    package var defaults: [String: [String: String]]

    /// Creates a placement.
    package init(name: String, defaults: [String: [String: String]] = [:]) {
        self.name = name
        self.defaults = defaults
    }

    /// The placement of every pipeline: an origin without a name serves its presentation below the pipeline's name.
    package static func named(_ name: String) -> ServicePlacement {
        // A name that is no path segment cannot be part of a URL.
        let segment = String(
            String.UnicodeScalarView(
                name.unicodeScalars.map { scalar in
                    scalar == "/" || scalar == "\\" || scalar.value < 0x20 || scalar.value == 0x7F ? "-" : scalar
                }))
        return ServicePlacement(name: name, defaults: ["http.origin": ["name": segment]])
    }
}

extension PipelineDocument {
    /// Sets the name and the options that the stages do not set. Returns the warning about a value of `admin`, which is
    /// removed: a service has one admin listener.
    mutating func place(in service: ServicePlacement) -> Diagnostic? {
        name = LocatedText(service.name)
        setDefaults(of: service)
        guard let admin, !admin.isNull else { return nil }
        self.admin = nil
        return Diagnostic(
            .warning, code: "unused-admin",
            message: "'admin' is not used: all pipelines of a service have one listener", at: admin.location,
            notes: ["set 'admin' in the service file, or 'sluice serve --admin'"])
    }

    /// Sets the options that the stages do not set.
    mutating func setDefaults(of service: ServicePlacement) {
        for index in stages.indices {
            guard let kind = stages[index].kind?.text, let defaults = service.defaults[kind] else { continue }
            let keys = Set(stages[index].options.map(\.key))
            for (key, value) in defaults.sorted(by: { $0.key < $1.key }) where !keys.contains(key) {
                let text = value.replacing("${", with: "$${")
                stages[index].options.append(
                    OptionNode.Entry(key: key, value: OptionNode(.scalar(text, isQuoted: true))))
            }
        }
    }
}
