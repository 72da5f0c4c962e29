/// A decoder that records which keys and types a value reads, and returns a placeholder for each.
struct SchemaDecoder: Decoder {
    let recorder: SchemaRecorder
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        recorder.node.type = "object"
        return KeyedDecodingContainer(SchemaKeyedContainer<Key>(recorder: recorder))
    }

    func unkeyedContainer() -> any UnkeyedDecodingContainer {
        recorder.node.type = "array"
        return SchemaListContainer(recorder: recorder)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { SchemaValueContainer(recorder: recorder) }

    /// Returns a placeholder of a type and its shape.
    static func placeholder<Value: Decodable>(_ type: Value.Type) throws -> (value: Value, node: SchemaNode) {
        if let scalar = scalar(type) { return scalar }
        if let choice = Value.self as? any (CaseIterable & RawRepresentable).Type, let found = self.choice(choice),
            let value = found.value as? Value
        {
            return (value, found.node)
        }
        let recorder = SchemaRecorder()
        if let list = Value.self as? any SchemaElements.Type {
            recorder.node.type = list.schemaType
            recorder.node.element = [try list.elementNode()]
            // Both kinds of collections have an empty value.
            if let empty = list.emptyValue as? Value { return (empty, recorder.node) }
        }
        return (try Value(from: SchemaDecoder(recorder: recorder)), recorder.node)
    }

    /// Returns the shape of the elements of a collection, which may be null.
    static func elementNode<Value: Decodable>(_ type: Value.Type) throws -> SchemaNode {
        guard let nullable = Value.self as? any SchemaNullable.Type else { return try placeholder(type).node }
        var node = try nullable.wrappedNode()
        node.isNullable = true
        return node
    }

    private static func scalar<Value>(_ type: Value.Type) -> (value: Value, node: SchemaNode)? {
        let known: (Any, String)? =
            switch type {
            case is String.Type: ("", "string")
            case is Bool.Type: (false, "boolean")
            case is Int.Type: (0, "integer")
            case is Int32.Type: (Int32(0), "integer")
            case is Int64.Type: (Int64(0), "integer")
            case is Double.Type: (0.0, "number")
            default: nil
            }
        guard let known, let value = known.0 as? Value else { return nil }
        return (value, SchemaNode(type: known.1))
    }

    private static func choice(_ type: any (CaseIterable & RawRepresentable).Type) -> (value: Any, node: SchemaNode)? {
        func values<Choice: CaseIterable & RawRepresentable>(_: Choice.Type) -> (value: Any, node: SchemaNode)? {
            let values = Choice.allCases.compactMap { $0.rawValue as? String }
            guard let first = Choice.allCases.first, !values.isEmpty else { return nil }
            var node = SchemaNode(type: "string")
            node.values = values
            return (first, node)
        }
        return values(type)
    }
}
