/// A single value.
struct SchemaValueContainer: SingleValueDecodingContainer {
    let recorder: SchemaRecorder
    var codingPath: [any CodingKey] { [] }

    func decodeNil() -> Bool { false }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let (value, node) = try SchemaDecoder.placeholder(type)
        recorder.node = node
        return value
    }
}
