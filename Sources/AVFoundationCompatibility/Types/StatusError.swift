import Foundation

/// Returns the error of a function of Core Media in the domain `NSOSStatusErrorDomain`.
func statusError(_ status: OSStatus, _ message: String) -> NSError {
    NSError(
        domain: "NSOSStatusErrorDomain", code: Int(status), userInfo: [NSLocalizedDescriptionKey: message])
}
