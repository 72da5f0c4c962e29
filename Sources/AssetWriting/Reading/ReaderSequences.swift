public import Media

extension AssetReaderTrackOutput {
    /// The coded samples as a sequence that throws the reader's error when reading fails.
    public var samples: Samples { Samples(output: self) }
    /// The decoded frames as a sequence that throws the reader's error when reading fails.
    public var frames: Frames { Frames(output: self) }

    /// The samples of an output, for one consumer.
    public struct Samples: AsyncSequence, AsyncIteratorProtocol, Sendable {
        public typealias Element = Sample
        public typealias Failure = AssetReaderError
        let output: AssetReaderTrackOutput

        public func makeAsyncIterator() -> Samples { self }
        public func next() async throws(AssetReaderError) -> Sample? {
            if let sample = output.nextSample() { return sample }
            if let failure = output.failure { throw failure }
            return nil
        }
    }

    /// The frames of an output, for one consumer.
    public struct Frames: AsyncSequence, AsyncIteratorProtocol, Sendable {
        public typealias Element = Frame
        public typealias Failure = AssetReaderError
        let output: AssetReaderTrackOutput

        public func makeAsyncIterator() -> Frames { self }
        public func next() async throws(AssetReaderError) -> Frame? {
            if let frame = await output.nextFrame() { return frame }
            if let failure = output.failure { throw failure }
            return nil
        }
    }
}
