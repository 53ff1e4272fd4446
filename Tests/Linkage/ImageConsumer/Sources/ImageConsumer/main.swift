import Mimeograph
import MimeographImage

let serializers = try SerializerRegistry { ImagePlugin() }
let picture = try Image(width: 2, height: 1, format: .rgb8, pixels: [255, 0, 0, 0, 0, 255])
let (type, body) = try serializers.encode(picture, as: .png)
let image = try serializers.read(Image.self, from: body, head: ResponseHead(status: 200))
print("\(type): \(image.width) by \(image.height), \(image.pixels == picture.pixels)")
