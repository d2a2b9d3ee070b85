module @Lamb {
  func.func public @main(
    %param.fc.bias: tensor<8xf32> {tf.aliasing_output = 0 : i32, jax.arg_info = "param fc.bias"},
    %param.fc.weight: tensor<8x4xf32> {tf.aliasing_output = 1 : i32, jax.arg_info = "param fc.weight"},
    %state.fc.bias.exp_avg: tensor<8xf32> {tf.aliasing_output = 2 : i32, jax.arg_info = "state fc.bias exp_avg"},
    %state.fc.bias.exp_avg_sq: tensor<8xf32> {tf.aliasing_output = 3 : i32, jax.arg_info = "state fc.bias exp_avg_sq"},
    %state.fc.weight.exp_avg: tensor<8x4xf32> {tf.aliasing_output = 4 : i32, jax.arg_info = "state fc.weight exp_avg"},
    %state.fc.weight.exp_avg_sq: tensor<8x4xf32> {tf.aliasing_output = 5 : i32, jax.arg_info = "state fc.weight exp_avg_sq"},
    %grad.fc.bias: tensor<8xf32> {jax.arg_info = "grad fc.bias"},
    %grad.fc.weight: tensor<8x4xf32> {jax.arg_info = "grad fc.weight"},
    %hyper.default.betas.0: tensor<f64> {jax.arg_info = "hyper default betas.0"},
    %hyper.default.betas.1: tensor<f64> {jax.arg_info = "hyper default betas.1"},
    %hyper.default.eps: tensor<f64> {jax.arg_info = "hyper default eps"},
    %hyper.default.weight_decay: tensor<f64> {jax.arg_info = "hyper default weight_decay"},
    %hyper.default.lr: tensor<f64> {jax.arg_info = "hyper default lr"}
  ) -> (
    tensor<8xf32> {jax.result_info = "param fc.bias"},
    tensor<8x4xf32> {jax.result_info = "param fc.weight"},
    tensor<8xf32> {jax.result_info = "state fc.bias exp_avg"},
    tensor<8xf32> {jax.result_info = "state fc.bias exp_avg_sq"},
    tensor<8x4xf32> {jax.result_info = "state fc.weight exp_avg"},
    tensor<8x4xf32> {jax.result_info = "state fc.weight exp_avg_sq"}
  ) {
    %0 = stablehlo.convert %grad.fc.bias : (tensor<8xf32>) -> tensor<8xf64>
    %1 = stablehlo.multiply %0, %0 : tensor<8xf64>
    %2 = stablehlo.constant dense<0.0> : tensor<f64>
    %3 = stablehlo.reduce(%1 init: %2) applies stablehlo.add across dimensions = [0] : (tensor<8xf64>, tensor<f64>) -> tensor<f64>
    %4 = stablehlo.convert %grad.fc.weight : (tensor<8x4xf32>) -> tensor<8x4xf64>
    %5 = stablehlo.multiply %4, %4 : tensor<8x4xf64>
    %6 = stablehlo.reduce(%5 init: %2) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x4xf64>, tensor<f64>) -> tensor<f64>
    %7 = stablehlo.add %3, %6 : tensor<f64>
    %8 = stablehlo.sqrt %7 : tensor<f64>
    %9 = stablehlo.constant dense<1.0e-6> : tensor<f64>
    %10 = stablehlo.add %8, %9 : tensor<f64>
    %11 = stablehlo.constant dense<1.0> : tensor<f64>
    %12 = stablehlo.divide %11, %10 : tensor<f64>
    %13 = stablehlo.minimum %12, %11 : tensor<f64>
    %14 = stablehlo.convert %13 : (tensor<f64>) -> tensor<f32>
    %15 = stablehlo.broadcast_in_dim %14, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %16 = stablehlo.multiply %grad.fc.bias, %15 : tensor<8xf32>
    %17 = stablehlo.broadcast_in_dim %14, dims = [] : (tensor<f32>) -> tensor<8x4xf32>
    %18 = stablehlo.multiply %grad.fc.weight, %17 : tensor<8x4xf32>
    %19 = stablehlo.reshape %param.fc.bias : (tensor<8xf32>) -> tensor<1x8xf32>
    %20 = stablehlo.reshape %state.fc.bias.exp_avg : (tensor<8xf32>) -> tensor<1x8xf32>
    %21 = stablehlo.reshape %state.fc.bias.exp_avg_sq : (tensor<8xf32>) -> tensor<1x8xf32>
    %22 = stablehlo.reshape %16 : (tensor<8xf32>) -> tensor<1x8xf32>
    %23 = stablehlo.convert %hyper.default.betas.0 : (tensor<f64>) -> tensor<f32>
    %24 = stablehlo.broadcast_in_dim %23, dims = [] : (tensor<f32>) -> tensor<1x8xf32>
    %25 = stablehlo.multiply %24, %20 : tensor<1x8xf32>
    %26 = stablehlo.subtract %11, %hyper.default.betas.0 : tensor<f64>
    %27 = stablehlo.convert %26 : (tensor<f64>) -> tensor<f32>
    %28 = stablehlo.broadcast_in_dim %27, dims = [] : (tensor<f32>) -> tensor<1x8xf32>
    %29 = stablehlo.multiply %28, %22 : tensor<1x8xf32>
    %30 = stablehlo.add %25, %29 : tensor<1x8xf32>
    %31 = stablehlo.convert %hyper.default.betas.1 : (tensor<f64>) -> tensor<f32>
    %32 = stablehlo.broadcast_in_dim %31, dims = [] : (tensor<f32>) -> tensor<1x8xf32>
    %33 = stablehlo.multiply %32, %21 : tensor<1x8xf32>
    %34 = stablehlo.subtract %11, %hyper.default.betas.1 : tensor<f64>
    %35 = stablehlo.multiply %22, %22 : tensor<1x8xf32>
    %36 = stablehlo.convert %34 : (tensor<f64>) -> tensor<f32>
    %37 = stablehlo.broadcast_in_dim %36, dims = [] : (tensor<f32>) -> tensor<1x8xf32>
    %38 = stablehlo.multiply %37, %35 : tensor<1x8xf32>
    %39 = stablehlo.add %33, %38 : tensor<1x8xf32>
    %40 = stablehlo.sqrt %39 : tensor<1x8xf32>
    %41 = stablehlo.convert %hyper.default.eps : (tensor<f64>) -> tensor<f32>
    %42 = stablehlo.broadcast_in_dim %41, dims = [] : (tensor<f32>) -> tensor<1x8xf32>
    %43 = stablehlo.add %40, %42 : tensor<1x8xf32>
    %44 = stablehlo.divide %30, %43 : tensor<1x8xf32>
    %45 = stablehlo.convert %hyper.default.weight_decay : (tensor<f64>) -> tensor<f32>
    %46 = stablehlo.broadcast_in_dim %45, dims = [] : (tensor<f32>) -> tensor<1x8xf32>
    %47 = stablehlo.multiply %46, %19 : tensor<1x8xf32>
    %48 = stablehlo.add %44, %47 : tensor<1x8xf32>
    %49 = stablehlo.convert %19 : (tensor<1x8xf32>) -> tensor<1x8xf64>
    %50 = stablehlo.multiply %49, %49 : tensor<1x8xf64>
    %51 = stablehlo.reduce(%50 init: %2) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x8xf64>, tensor<f64>) -> tensor<f64>
    %52 = stablehlo.sqrt %51 : tensor<f64>
    %53 = stablehlo.constant dense<10.0> : tensor<f64>
    %54 = stablehlo.maximum %52, %2 : tensor<f64>
    %55 = stablehlo.minimum %54, %53 : tensor<f64>
    %56 = stablehlo.convert %48 : (tensor<1x8xf32>) -> tensor<1x8xf64>
    %57 = stablehlo.multiply %56, %56 : tensor<1x8xf64>
    %58 = stablehlo.reduce(%57 init: %2) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x8xf64>, tensor<f64>) -> tensor<f64>
    %59 = stablehlo.sqrt %58 : tensor<f64>
    %60 = stablehlo.compare GT, %55, %2 : (tensor<f64>, tensor<f64>) -> tensor<i1>
    %61 = stablehlo.compare GT, %59, %2 : (tensor<f64>, tensor<f64>) -> tensor<i1>
    %62 = stablehlo.and %60, %61 : tensor<i1>
    %63 = stablehlo.divide %55, %59 : tensor<f64>
    %64 = stablehlo.select %62, %63, %11 : tensor<i1>, tensor<f64>
    %65 = stablehlo.multiply %hyper.default.lr, %64 : tensor<f64>
    %66 = stablehlo.convert %65 : (tensor<f64>) -> tensor<f32>
    %67 = stablehlo.broadcast_in_dim %66, dims = [] : (tensor<f32>) -> tensor<1x8xf32>
    %68 = stablehlo.multiply %67, %48 : tensor<1x8xf32>
    %69 = stablehlo.subtract %19, %68 : tensor<1x8xf32>
    %70 = stablehlo.broadcast_in_dim %23, dims = [] : (tensor<f32>) -> tensor<8x4xf32>
    %71 = stablehlo.multiply %70, %state.fc.weight.exp_avg : tensor<8x4xf32>
    %72 = stablehlo.broadcast_in_dim %27, dims = [] : (tensor<f32>) -> tensor<8x4xf32>
    %73 = stablehlo.multiply %72, %18 : tensor<8x4xf32>
    %74 = stablehlo.add %71, %73 : tensor<8x4xf32>
    %75 = stablehlo.broadcast_in_dim %31, dims = [] : (tensor<f32>) -> tensor<8x4xf32>
    %76 = stablehlo.multiply %75, %state.fc.weight.exp_avg_sq : tensor<8x4xf32>
    %77 = stablehlo.multiply %18, %18 : tensor<8x4xf32>
    %78 = stablehlo.broadcast_in_dim %36, dims = [] : (tensor<f32>) -> tensor<8x4xf32>
    %79 = stablehlo.multiply %78, %77 : tensor<8x4xf32>
    %80 = stablehlo.add %76, %79 : tensor<8x4xf32>
    %81 = stablehlo.sqrt %80 : tensor<8x4xf32>
    %82 = stablehlo.broadcast_in_dim %41, dims = [] : (tensor<f32>) -> tensor<8x4xf32>
    %83 = stablehlo.add %81, %82 : tensor<8x4xf32>
    %84 = stablehlo.divide %74, %83 : tensor<8x4xf32>
    %85 = stablehlo.broadcast_in_dim %45, dims = [] : (tensor<f32>) -> tensor<8x4xf32>
    %86 = stablehlo.multiply %85, %param.fc.weight : tensor<8x4xf32>
    %87 = stablehlo.add %84, %86 : tensor<8x4xf32>
    %88 = stablehlo.convert %param.fc.weight : (tensor<8x4xf32>) -> tensor<8x4xf64>
    %89 = stablehlo.multiply %88, %88 : tensor<8x4xf64>
    %90 = stablehlo.reduce(%89 init: %2) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x4xf64>, tensor<f64>) -> tensor<f64>
    %91 = stablehlo.sqrt %90 : tensor<f64>
    %92 = stablehlo.maximum %91, %2 : tensor<f64>
    %93 = stablehlo.minimum %92, %53 : tensor<f64>
    %94 = stablehlo.convert %87 : (tensor<8x4xf32>) -> tensor<8x4xf64>
    %95 = stablehlo.multiply %94, %94 : tensor<8x4xf64>
    %96 = stablehlo.reduce(%95 init: %2) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x4xf64>, tensor<f64>) -> tensor<f64>
    %97 = stablehlo.sqrt %96 : tensor<f64>
    %98 = stablehlo.compare GT, %93, %2 : (tensor<f64>, tensor<f64>) -> tensor<i1>
    %99 = stablehlo.compare GT, %97, %2 : (tensor<f64>, tensor<f64>) -> tensor<i1>
    %100 = stablehlo.and %98, %99 : tensor<i1>
    %101 = stablehlo.divide %93, %97 : tensor<f64>
    %102 = stablehlo.select %100, %101, %11 : tensor<i1>, tensor<f64>
    %103 = stablehlo.multiply %hyper.default.lr, %102 : tensor<f64>
    %104 = stablehlo.convert %103 : (tensor<f64>) -> tensor<f32>
    %105 = stablehlo.broadcast_in_dim %104, dims = [] : (tensor<f32>) -> tensor<8x4xf32>
    %106 = stablehlo.multiply %105, %87 : tensor<8x4xf32>
    %107 = stablehlo.subtract %param.fc.weight, %106 : tensor<8x4xf32>
    %108 = stablehlo.reshape %69 : (tensor<1x8xf32>) -> tensor<8xf32>
    %109 = stablehlo.reshape %30 : (tensor<1x8xf32>) -> tensor<8xf32>
    %110 = stablehlo.abs %109 : tensor<8xf32>
    %111 = stablehlo.constant dense<1.1754944e-38> : tensor<8xf32>
    %112 = stablehlo.constant dense<0.0> : tensor<8xf32>
    %113 = stablehlo.compare LT, %110, %111 : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xi1>
    %114 = stablehlo.select %113, %112, %109 : tensor<8xi1>, tensor<8xf32>
    %115 = stablehlo.reshape %39 : (tensor<1x8xf32>) -> tensor<8xf32>
    %116 = stablehlo.abs %115 : tensor<8xf32>
    %117 = stablehlo.compare LT, %116, %111 : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xi1>
    %118 = stablehlo.select %117, %112, %115 : tensor<8xi1>, tensor<8xf32>
    %119 = stablehlo.abs %74 : tensor<8x4xf32>
    %120 = stablehlo.constant dense<1.1754944e-38> : tensor<8x4xf32>
    %121 = stablehlo.constant dense<0.0> : tensor<8x4xf32>
    %122 = stablehlo.compare LT, %119, %120 : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<8x4xi1>
    %123 = stablehlo.select %122, %121, %74 : tensor<8x4xi1>, tensor<8x4xf32>
    %124 = stablehlo.abs %80 : tensor<8x4xf32>
    %125 = stablehlo.compare LT, %124, %120 : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<8x4xi1>
    %126 = stablehlo.select %125, %121, %80 : tensor<8x4xi1>, tensor<8x4xf32>
    return %108, %107, %114, %118, %123, %126 : tensor<8xf32>, tensor<8x4xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8x4xf32>, tensor<8x4xf32>
  }
}
