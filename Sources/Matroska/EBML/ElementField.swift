import Media

/// An element inside another one: its identifier, its name in the specification and the property with its value.
package struct ElementField<Parent: Sendable>: Sendable {
    package let id: ElementID
    package let name: String
    let read: @Sendable (inout Parent, EBMLElement) -> Void

    private init(_ id: ElementID, _ name: String, _ read: @escaping @Sendable (inout Parent, EBMLElement) -> Void) {
        (self.id, self.name, self.read) = (id, name, read)
    }

    /// An element whose value is `value` of the element; nil leaves the property unchanged.
    private static func value<Value>(
        _ id: ElementID, _ name: String, _ property: any WritableKeyPath<Parent, Value> & Sendable,
        _ value: @escaping @Sendable (EBMLElement) -> Value?
    ) -> Self {
        Self(id, name) { parent, element in
            if let value = value(element) { parent[keyPath: property] = value }
        }
    }

    static func unsigned(
        _ id: ElementID, _ name: String, _ property: any WritableKeyPath<Parent, UInt64> & Sendable
    ) -> Self { value(id, name, property) { $0.unsigned } }

    static func unsigned(
        _ id: ElementID, _ name: String, _ property: any WritableKeyPath<Parent, UInt64?> & Sendable
    ) -> Self { value(id, name, property) { .some($0.unsigned) } }

    static func signed(
        _ id: ElementID, _ name: String, _ property: any WritableKeyPath<Parent, Int64> & Sendable
    ) -> Self { value(id, name, property) { $0.signed } }

    static func flag(
        _ id: ElementID, _ name: String, _ property: any WritableKeyPath<Parent, Bool> & Sendable
    ) -> Self { value(id, name, property) { element in element.unsigned.map { $0 != 0 } } }

    static func float(
        _ id: ElementID, _ name: String, _ property: any WritableKeyPath<Parent, Double> & Sendable
    ) -> Self { value(id, name, property) { element in element.float.flatMap { $0.isFinite ? $0 : nil } } }

    static func float(
        _ id: ElementID, _ name: String, _ property: any WritableKeyPath<Parent, Double?> & Sendable
    ) -> Self { value(id, name, property) { element in .some(element.float.flatMap { $0.isFinite ? $0 : nil }) } }

    static func text(
        _ id: ElementID, _ name: String, _ property: any WritableKeyPath<Parent, String> & Sendable
    ) -> Self { value(id, name, property) { $0.text } }

    static func text(
        _ id: ElementID, _ name: String, _ property: any WritableKeyPath<Parent, String?> & Sendable
    ) -> Self { value(id, name, property) { .some($0.text) } }

    /// A text that may occur several times; texts beyond the limit are ignored.
    static func texts(
        _ id: ElementID, _ name: String, _ property: any WritableKeyPath<Parent, [String]> & Sendable, limit: Int
    ) -> Self {
        Self(id, name) { parent, element in
            guard parent[keyPath: property].count < limit, let text = element.text else { return }
            parent[keyPath: property].append(text)
        }
    }

    static func binary(
        _ id: ElementID, _ name: String, _ property: any WritableKeyPath<Parent, ByteSlice?> & Sendable
    ) -> Self { value(id, name, property) { .some($0.binary) } }

    /// An element that is counted.
    static func counted(
        _ id: ElementID, _ name: String, _ property: any WritableKeyPath<Parent, Int> & Sendable
    ) -> Self {
        Self(id, name) { parent, _ in parent[keyPath: property] += 1 }
    }

    /// An element that is read later, because it can contain itself; elements beyond the limit are ignored.
    static func elements(
        _ id: ElementID, _ name: String, _ property: any WritableKeyPath<Parent, [EBMLElement]> & Sendable,
        limit: Int = MatroskaLimits.children
    ) -> Self {
        Self(id, name) { parent, element in
            if parent[keyPath: property].count < limit { parent[keyPath: property].append(element) }
        }
    }

    static func master<Child: MasterElement>(
        _ name: String, _ property: any WritableKeyPath<Parent, Child?> & Sendable
    ) -> Self { value(Child.id, name, property) { .some(Child(reading: $0)) } }

    /// An element that may occur several times; elements beyond the limit are ignored.
    static func masters<Child: MasterElement>(
        _ name: String, _ property: any WritableKeyPath<Parent, [Child]> & Sendable,
        limit: Int = MatroskaLimits.children
    ) -> Self {
        Self(Child.id, name) { parent, element in
            guard parent[keyPath: property].count < limit else { return }
            parent[keyPath: property].append(Child(reading: element))
        }
    }
}
