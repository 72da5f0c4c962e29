import Foundation
import Media
import OutsidePrograms
import StageKit
import Testing

@testable import GStreamerStages

@Suite struct CameraFormatSelectionTests {
    private static let streams = [
        DeviceStream(
            mediaType: "video/x-raw", formats: ["RGB", "YUY2"], widths: [DeviceValueRange(640, 640)],
            heights: [DeviceValueRange(480, 480)],
            frameRates: [DeviceValueRange(Ratio(10_000_000, 333_333), Ratio(10_000_000, 333_333))]),
        DeviceStream(
            mediaType: "image/jpeg", widths: [DeviceValueRange(1280, 1280)], heights: [DeviceValueRange(720, 720)],
            frameRates: [DeviceValueRange(Ratio(30), Ratio(30))]),
        DeviceStream(
            mediaType: "video/x-h264", widths: [DeviceValueRange(320, 1920)], heights: [DeviceValueRange(240, 1080)],
            frameRates: [DeviceValueRange(Ratio(1), Ratio(60))]),
    ]

    private func choose(
        _ format: CameraFormat, _ size: PixelSize? = nil, _ rate: Ratio? = nil
    ) throws(StageError) -> CameraFormatSelection {
        try CameraFormatSelection(
            of: Self.streams, format: format, size: size, rate: rate, subject: "the camera /dev/video0")
    }

    @Test func rawFormatIsPreferredForRequestedSize() throws {
        let choice = try choose(.auto, PixelSize(width: 640, height: 480), Ratio(30))
        #expect(choice.format == .raw)
        // The driver's representation of 30 frames per second, and a pixel format that is cheap to convert.
        #expect(choice.caps == "video/x-raw,width=640,height=480,framerate=10000000/333333,format=YUY2")
    }

    @Test func otherFormatIsChosenForUniqueSizeOrRate() throws {
        #expect(try choose(.auto, PixelSize(width: 1280, height: 720)).format == .mjpeg)
        let fast = try choose(.auto, PixelSize(width: 1280, height: 720), Ratio(60))
        #expect(fast.format == .h264 && fast.caps == "video/x-h264,width=1280,height=720,framerate=60/1")
        #expect(try choose(.h264).caps == "video/x-h264")
    }

    @Test func unsupportedFormatIsRejectedWithSupportedOnes() {
        let error = #expect(throws: StageError.self) {
            try choose(.raw, PixelSize(width: 1280, height: 720), Ratio(30000, 1001))
        }
        #expect(
            error?.message
                == "the camera /dev/video0 offers no raw format with size 1280x720 at 29.97 fps; it offers raw 640x480 (30); "
                + "mjpeg 1280x720 (30); h264 320x240 to 1920x1080 (1 to 60)")
    }

    @Test func rangesAreReadFromGStreamersText() {
        #expect(DeviceValueRange(integers: "640") == DeviceValueRange(640, 640))
        #expect(DeviceValueRange(integers: "[ 8000, 192000 ]") == DeviceValueRange(8000, 192_000))
        #expect(DeviceValueRange(integers: "[ 2, 4096, 2 ]") == DeviceValueRange(2, 4096))
        #expect(DeviceValueRange(ratios: "[ 1/1, 60/1 ]") == DeviceValueRange(Ratio(1), Ratio(60)))
        #expect(DeviceValueRange(ratios: "[ 0/1, 2147483647/1 ]")?.highest == Ratio(.max))
        for text in ["", "[ ]", "x", "1/0", "0/1", "-5/1"] { #expect(DeviceValueRange(ratios: text) == nil, "\(text)") }
    }

    @Test func similarRatesAreDistinct() {
        #expect(DeviceValueRange(Ratio(30), Ratio(30)).closest(to: Ratio(30000, 1001)) == nil)
        #expect(
            DeviceValueRange(Ratio(2997, 100), Ratio(2997, 100)).closest(to: Ratio(30000, 1001)) == Ratio(2997, 100))
    }
}

@Suite struct DeviceNodesTests {
    @Test func onlyCaptureDevicesAreMicrophones() throws {
        let folder = try TestFolder()
        // One device for capture and one for playback, in the kernel's format.
        try Data("00-00: USB Audio : USB Audio : capture 1\n00-03: HDMI 0 : HDMI 0 : playback 1\n".utf8).write(
            to: folder.url("pcm"))
        try Data(" 0 [Webcam         ]: USB-Audio - HD Pro Webcam\n               at usb-0000:00:14.0\n".utf8).write(
            to: folder.url("cards"))
        let nodes = DeviceNodes.microphones(under: folder.root.path)
        #expect(nodes == [DeviceNodes.Node(name: "HD Pro Webcam", device: "hw:CARD=0,DEV=0", id: "0")])
        let found = try DeviceNodes.device(named: "hd pro webcam", among: nodes, what: "microphone")
        #expect(found == "hw:CARD=0,DEV=0")
        let error = #expect(throws: StageError.self) {
            try DeviceNodes.device(named: "other", among: nodes, what: "microphone")
        }
        #expect(
            error?.message
                == "there is no microphone other; available: HD Pro Webcam (hw:CARD=0,DEV=0); try: sluice devices")
    }

    @Test func aMachineWithoutDevicesHasNone() {
        #expect(DeviceNodes.cameras(under: "/nowhere").isEmpty)
        #expect(DeviceNodes.microphones(under: "/nowhere").isEmpty)
    }
}
