/// A property of an asset or a track that is loaded, of any type.
public class AVAnyAsyncProperty: Equatable, @unchecked Sendable {
    // Safe because the stored properties of this class and its subclasses are constants.
    let name: String

    init(name: String) { self.name = name }

    public static func == (left: AVAnyAsyncProperty, right: AVAnyAsyncProperty) -> Bool { left.name == right.name }
}
