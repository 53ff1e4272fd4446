import Mimeograph
import MimeographImage
import MimeographImageWebP

let serializers = try SerializerRegistry { ImagePlugin(codecs: .standard + [.webp], encodings: [.webp(.lossless)]) }
let body = try serializers.encode(Image(width: 1, height: 1, format: .rgb8, pixels: [1, 2, 3]), as: .webp).bytes
let image = try serializers.read(Image.self, from: body, head: ResponseHead(status: 200))
print("\(image.source?.name ?? "nothing"): \(image.pixels)")
