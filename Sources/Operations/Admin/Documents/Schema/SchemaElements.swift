/// An array or a dictionary, whose elements have a shape.
protocol SchemaElements {
    static var schemaType: String { get }
    static var emptyValue: Any { get }
    static func elementNode() throws -> SchemaNode
}

extension Array: SchemaElements where Element: Decodable {
    static var schemaType: String { "array" }
    static var emptyValue: Any { Self() }
    static func elementNode() throws -> SchemaNode { try SchemaDecoder.elementNode(Element.self) }
}

extension Dictionary: SchemaElements where Key == String, Value: Decodable {
    static var schemaType: String { "object" }
    static var emptyValue: Any { Self() }
    static func elementNode() throws -> SchemaNode { try SchemaDecoder.elementNode(Value.self) }
}
