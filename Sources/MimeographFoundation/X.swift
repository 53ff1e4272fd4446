import Mimeograph
