import Mimeograph
import MimeographImage
import MimeographImageTIFF

let serializers = try SerializerRegistry { ImagePlugin(codecs: .standard + [.tiff]) }
func entry(_ tag: UInt8, _ value: UInt8) -> [UInt8] { [tag, 1, 3, 0, 1, 0, 0, 0, value, 0, 0, 0] }
// One gray pixel, right after the header.
let fields = [(0, 1), (1, 1), (2, 8), (3, 1), (6, 1), (17, 8), (22, 1), (23, 1)].flatMap { entry($0.0, $0.1) }
let body: [UInt8] = [0x49, 0x49, 42, 0, 10, 0, 0, 0, 200, 0, 8, 0] + fields + [0, 0, 0, 0]
let image = try serializers.read(Image.self, from: body, head: ResponseHead(status: 200))
print("\(image.source?.name ?? "nothing"): \(image.pixels)")
