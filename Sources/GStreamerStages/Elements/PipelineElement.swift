import CGStreamer
import CGStreamerLibraries
import StageKit

/// A reference to an element of a pipeline.
final class PipelineElement: @unchecked Sendable {
    // Safe because GStreamer's objects lock themselves and this pointer never changes.
    let pointer: UnsafeMutablePointer<GstElement>

    /// Takes ownership of a reference.
    init(_ pointer: UnsafeMutablePointer<GstElement>) { self.pointer = pointer }
    deinit { sluice_gst_object_unref(pointer) }

    /// The element with this name in the bin.
    func child(_ name: String) -> PipelineElement {
        guard let found = sluice_gst_find(pointer, name) else { preconditionFailure("no element is called \(name)") }
        return PipelineElement(found)
    }

    /// Sets an existing property from its text form.
    func set(_ property: String, _ value: some CustomStringConvertible) {
        let exists = sluice_gst_set(pointer, property, value.description)
        precondition(exists, "the element has a property \(property)")
    }
    /// Sets an existing string property without interpreting the value.
    func setString(_ property: String, _ value: String) {
        let exists = sluice_gst_set_string(pointer, property, value)
        precondition(exists, "the element has a property \(property)")
    }
}
