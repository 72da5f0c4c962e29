package import StageKit

/// The reasons why a reload was rejected.
package struct ReloadRejection: Error {
    package var diagnostics: [Diagnostic]
}
