/// The properties of an object.
struct SchemaKeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let recorder: SchemaRecorder
    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { [] }

    func contains(_ key: Key) -> Bool { true }
    func decodeNil(forKey key: Key) -> Bool { false }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        let (value, node) = try SchemaDecoder.placeholder(type)
        recorder.node.properties[key.stringValue] = node
        return value
    }

    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        recorder.node.optional.insert(key.stringValue)
        return try decode(type, forKey: key)
    }
    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? { try optional(type, key) }
    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? { try optional(type, key) }
    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? { try optional(type, key) }
    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { try optional(type, key) }
    func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? { try optional(type, key) }

    private func optional<Value: Decodable>(_ type: Value.Type, _ key: Key) throws -> Value? {
        recorder.node.optional.insert(key.stringValue)
        return try decode(type, forKey: key)
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> { throw unsupported }
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer { throw unsupported }
    func superDecoder() throws -> any Decoder { throw unsupported }
    func superDecoder(forKey key: Key) throws -> any Decoder { throw unsupported }

    private var unsupported: DecodingError {
        .dataCorrupted(DecodingError.Context(codingPath: [], debugDescription: "nested containers have no schema"))
    }
}
