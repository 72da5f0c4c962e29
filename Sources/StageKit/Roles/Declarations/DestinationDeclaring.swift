/// A sink whose files another sink must not write as well.
package protocol DestinationDeclaring: Sink {
    /// The absolute path of the folder, or the URL, that contains the files.
    var destination: String { get }
}
