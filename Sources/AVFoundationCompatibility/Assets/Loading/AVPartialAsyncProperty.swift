/// A property of a type of object, such as an asset, that is loaded.
public class AVPartialAsyncProperty<Root>: AVAnyAsyncProperty, @unchecked Sendable {
    // Safe because it adds no stored property.
}
