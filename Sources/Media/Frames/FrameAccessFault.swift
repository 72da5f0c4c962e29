/// The first access outside a frame during a call that gives access to it.
///
/// The call throws it at its end, so that a wrong index in a stage ends that stage and not the process.
struct FrameAccessFault {
    private let place: UnsafeMutablePointer<FrameAccessError?>

    /// A fault that is recorded in `place`, which has to outlive it.
    init(recordingIn place: UnsafeMutablePointer<FrameAccessError?>) { self.place = place }

    /// Records an access, unless there was one before.
    func record(_ text: @autoclosure () -> String) {
        if place.pointee == nil { place.pointee = FrameAccessError(description: text()) }
    }

    /// Calls `body`, and throws the first access outside the frame that it made.
    static func throwing<Result>(_ body: (UnsafeMutablePointer<FrameAccessError?>) throws -> Result) throws -> Result {
        var found: FrameAccessError?
        let result: Result
        do {
            result = try withUnsafeMutablePointer(to: &found) { try body($0) }
        } catch {
            throw found ?? error
        }
        if let found { throw found }
        return result
    }
}
