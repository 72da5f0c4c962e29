/// An inlet that reports the segments that a sink has published: those of a batch, when the sink asks for the next one.
package protocol PublicationInlet {
    /// Leaves out the files at these paths, which the sink could not store. Nil leaves out the whole batch.
    func withhold(_ paths: Set<String>?)
}
