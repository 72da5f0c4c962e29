import AVFoundationCompatibility
import Testing

@Suite struct CVPixelBufferTests {
    private func make(_ width: Int, _ height: Int, _ type: OSType) -> (CVReturn, CVPixelBuffer?) {
        var buffer: CVPixelBuffer?
        return (CVPixelBufferCreate(kCFAllocatorDefault, width, height, type, nil, &buffer), buffer)
    }

    @Test func planesFollowFormat() throws {
        let packed = try #require(make(7, 5, kCVPixelFormatType_32BGRA).1)
        #expect(CVPixelBufferGetPlaneCount(packed) == 0 && CVPixelBufferGetBytesPerRow(packed) >= 28)
        let planar = try #require(make(64, 48, kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange).1)
        #expect(CVPixelBufferGetPlaneCount(planar) == 2 && CVPixelBufferGetHeightOfPlane(planar, 1) == 24)
        #expect(CVPixelBufferGetWidthOfPlane(planar, 1) == 32 && CVPixelBufferGetHeightOfPlane(planar, 7) == 0)
    }

    @Test func addressExistsOnlyWhileLocked() throws {
        let buffer = try #require(make(16, 16, kCVPixelFormatType_32BGRA).1)
        #expect(CVPixelBufferGetBaseAddress(buffer) == nil)
        #expect(CVPixelBufferLockBaseAddress(buffer, []) == kCVReturnSuccess)
        let base = try #require(CVPixelBufferGetBaseAddress(buffer))
        base.storeBytes(of: 0xff00_ff00, as: UInt32.self)
        #expect(CVPixelBufferUnlockBaseAddress(buffer, []) == kCVReturnSuccess)
        #expect(CVPixelBufferUnlockBaseAddress(buffer, []) == kCVReturnError)
        CVPixelBufferLockBaseAddress(buffer, .readOnly)
        #expect(CVPixelBufferGetBaseAddress(buffer)?.load(as: UInt32.self) == 0xff00_ff00)
    }

    @Test func invalidSizesAndFormatsAreRefused() {
        #expect(make(0, 16, kCVPixelFormatType_32BGRA).0 == kCVReturnInvalidSize)
        #expect(make(16, 1 << 40, kCVPixelFormatType_32BGRA).0 == kCVReturnInvalidSize)
        #expect(make(16, 16, 0x1234_5678).0 == kCVReturnInvalidPixelFormat)
    }

    @Test func poolUsesMemoryAgain() throws {
        var pool: CVPixelBufferPool?
        let attributes: [String: Any] = [
            kCVPixelBufferPixelFormatTypeKey: kCVPixelFormatType_32BGRA, kCVPixelBufferWidthKey: 64,
            kCVPixelBufferHeightKey: 32,
        ]
        #expect(CVPixelBufferPoolCreate(kCFAllocatorDefault, nil, attributes, &pool) == kCVReturnSuccess)
        let created = try #require(pool)
        func address() throws -> UnsafeMutableRawPointer? {
            var buffer: CVPixelBuffer?
            #expect(CVPixelBufferPoolCreatePixelBuffer(kCFAllocatorDefault, created, &buffer) == kCVReturnSuccess)
            let pixels = try #require(buffer)
            CVPixelBufferLockBaseAddress(pixels, [])
            defer { CVPixelBufferUnlockBaseAddress(pixels, []) }
            return CVPixelBufferGetBaseAddress(pixels)
        }
        #expect(try address() == address())
        #expect(CVPixelBufferPoolCreate(kCFAllocatorDefault, nil, [:], &pool) == kCVReturnInvalidPixelFormat)
    }
}
