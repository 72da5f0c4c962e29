/// The elements of an array; one is recorded.
struct SchemaListContainer: UnkeyedDecodingContainer {
    let recorder: SchemaRecorder
    var codingPath: [any CodingKey] { [] }
    var count: Int? { 1 }
    var currentIndex = 0
    var isAtEnd: Bool { currentIndex > 0 }

    init(recorder: SchemaRecorder) { self.recorder = recorder }

    mutating func decodeNil() -> Bool { false }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let (value, node) = try SchemaDecoder.placeholder(type)
        recorder.node.element = [node]
        currentIndex += 1
        return value
    }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> {
        currentIndex += 1
        return SchemaDecoder(recorder: recorder).container(keyedBy: type)
    }
    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { self }
    mutating func superDecoder() throws -> any Decoder { SchemaDecoder(recorder: recorder) }
}
