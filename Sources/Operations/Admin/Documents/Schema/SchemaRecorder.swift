/// The shape that a decoder has recorded so far.
final class SchemaRecorder {
    var node = SchemaNode()
}
