import Mimeograph
import MimeographImage
import MimeographImageGIF

let serializers = try SerializerRegistry { ImagePlugin(codecs: .standard + [.gif]) }
// One white pixel.
let body: [UInt8] = [
    0x47, 0x49, 0x46, 0x38, 0x39, 0x61, 1, 0, 1, 0, 0x80, 0, 0, 255, 255, 255, 0, 0, 0,
    0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 0x01, 0, 0x3B,
]
let image = try serializers.read(Image.self, from: body, head: ResponseHead(status: 200))
print("\(image.source?.name ?? "nothing"): \(image.pixels)")
