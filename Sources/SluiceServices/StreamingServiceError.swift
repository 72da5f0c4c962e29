public import Sluice

/// An error of a service inside a program.
public enum StreamingServiceError: Error {
    /// The folder or its service file has errors; nothing was started or changed.
    case invalid(PipelineDiagnostics)
    /// The service was run before.
    case alreadyStarted
    /// The address of the admin listener cannot be used.
    case cannotListen(String)
    /// The service has no pipeline of this name.
    case unknownPipeline(String)
}

extension StreamingServiceError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .invalid(let diagnostics): diagnostics.text
        case .alreadyStarted: "a service can only run once; create another one"
        case .cannotListen(let message): message
        case .unknownPipeline(let name): "the service has no pipeline '\(name)'; its status lists them"
        }
    }
}
