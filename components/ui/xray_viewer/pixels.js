// Grey values of the film as it was sent, read for the cursor and for automatic contrast.

const AUTO_SHARE_OUTSIDE = 0.01;

async function readPixels(figure) {
  const [image] = figure.layout.images;
  if (!image) return null;
  const picture = new Image();
  picture.src = image.source;
  await picture.decode();
  const canvas = make("canvas", { width: picture.naturalWidth, height: picture.naturalHeight });
  const context = canvas.getContext("2d", { willReadFrequently: true });
  context.drawImage(picture, 0, 0);
  const { data, width, height } = context.getImageData(0, 0, canvas.width, canvas.height);
  return { data, width, height, filmWidth: image.sizex, filmHeight: image.sizey };
}

function greyAt(pixels, x, y) {
  const column = Math.floor(((x + 0.5) / pixels.filmWidth) * pixels.width);
  const row = Math.floor(((y + 0.5) / pixels.filmHeight) * pixels.height);
  return pixels.data[4 * (row * pixels.width + column)];
}

// Window and level that leave the darkest and the brightest hundredth of the pixels outside.
function autoContrast(pixels) {
  const counts = new Array(256).fill(0);
  for (let i = 0; i < pixels.data.length; i += 4) counts[pixels.data[i]] += 1;
  const outside = (AUTO_SHARE_OUTSIDE * pixels.data.length) / 4;
  const firstBeyond = (order) => {
    let sum = 0;
    return order.find((grey) => (sum += counts[grey]) > outside) ?? order[0];
  };
  const greys = counts.map((_, grey) => grey);
  const [low, high] = [firstBeyond(greys), firstBeyond([...greys].reverse())];
  return { window: Math.max(1, high - low), level: (high + low) / 2, gamma: 1 };
}
